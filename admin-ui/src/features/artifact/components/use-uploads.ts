import { useRef, useState } from 'react'
import { useClient } from 'urql'
import { headersFor } from '~/shared/api/client'
import type { Fault } from '~/shared/api/fault'
import { useSession } from '~/shared/api/session'
import { abortUpload, sendFile } from '../api/send-file'

export interface PendingUpload {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'resuming' | 'done' | 'failed'
  /** How much has been sent, from 0 to 1. */
  progress: number
  faults: Fault[]
  /** The idempotency key. A rejected upload needs a new one to be retried. */
  key: string
  /** The id of its upload session, for a resumable upload, which can be cancelled. */
  sessionId?: string
  stop: AbortController
}

/** Uploads files to a conversation one after another. Failed ones stay in the list until they are dismissed. */
export function useUploads(conversationId: string) {
  const client = useClient()
  const { session } = useSession()
  const [uploads, setUploads] = useState<PendingUpload[]>([])
  const queued = useRef<Promise<void>>(Promise.resolve())
  const count = useRef(0)

  const patch = (id: number, change: Partial<PendingUpload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))
  const dismiss = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id))

  const send = async ({ id, file, key, stop: { signal } }: PendingUpload) => {
    if (signal.aborted) return
    patch(id, { state: 'sending', progress: 0 })
    const faults = await sendFile({
      client,
      headers: headersFor(session?.key ?? ''),
      conversationId,
      idempotencyKey: key,
      file,
      signal,
      onProgress: (progress) => patch(id, { state: 'sending', progress }),
      onInterrupted: () => patch(id, { state: 'resuming' }),
      onSession: (sessionId) => patch(id, { sessionId }),
    })
    if (faults.length > 0) return patch(id, { state: 'failed', faults })
    patch(id, { state: 'done', progress: 1 })
    setTimeout(dismiss, 1500, id)
  }
  const queue = (upload: PendingUpload) => {
    queued.current = queued.current.then(() => send(upload))
  }
  const add = (files: File[]) => {
    const fresh = files.map((file) => blank(++count.current, file))
    setUploads((all) => [...all, ...fresh])
    for (const upload of fresh) queue(upload)
  }
  const retry = (upload: PendingUpload) => {
    const again = { ...upload, state: 'waiting' as const, faults: [], key: rejected(upload) ? newKey() : upload.key }
    patch(upload.id, again)
    queue(again)
  }
  /** Cancels a waiting or running upload, or dismisses a failed one. */
  const remove = ({ id, state, sessionId, stop }: PendingUpload) => {
    stop.abort()
    if (state === 'failed' && sessionId) void abortUpload(client, sessionId)
    dismiss(id)
  }
  return { uploads, add, retry, remove }
}

function blank(id: number, file: File): PendingUpload {
  return { id, file, state: 'waiting', progress: 0, faults: [], key: newKey(), stop: new AbortController() }
}

/** Returns a new idempotency key, so that a file sent again after a lost connection is stored once. */
function newKey(): string {
  return ['admin', ...crypto.getRandomValues(new Uint32Array(4))].join('-')
}

function rejected({ faults }: PendingUpload): boolean {
  return faults.some(({ code }) => code !== 'UNAVAILABLE')
}

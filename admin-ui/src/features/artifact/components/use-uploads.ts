import { useRef, useState } from 'react'
import { useClient } from 'urql'
import { type Fault, faultsOf } from '~/shared/api/fault'
import { progressFetch } from '~/shared/api/progress-fetch'
import { UploadArtifact } from '../api/artifact'

export interface PendingUpload {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** How much has been sent, 0 to 1. */
  share: number
  faults: Fault[]
}

/** Sends files into a conversation one after another, and keeps those that failed until they are let go. */
export function useUploads(conversationId: string) {
  const client = useClient()
  const [uploads, setUploads] = useState<PendingUpload[]>([])
  const line = useRef<Promise<void>>(Promise.resolve())
  const count = useRef(0)

  const patch = (id: number, change: Partial<PendingUpload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))
  const dismiss = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id))

  const send = async (id: number, file: File) => {
    patch(id, { state: 'sending', share: 0, faults: [] })
    const fetch = progressFetch((share) => patch(id, { share }))
    const variables = { input: { conversationId, idempotencyKey: keyOf(id) }, file }
    const { error } = await client.mutation(UploadArtifact, variables, { fetch }).toPromise()
    if (error) return patch(id, { state: 'failed', faults: faultsOf(error) })
    patch(id, { state: 'done', share: 1 })
    setTimeout(dismiss, 1500, id)
  }
  const queue = (id: number, file: File) => {
    line.current = line.current.then(() => send(id, file))
  }
  const add = (files: File[]) => {
    const fresh = files.map((file) => ({ id: ++count.current, file, state: 'waiting' as const, share: 0, faults: [] }))
    setUploads((all) => [...all, ...fresh])
    for (const { id, file } of fresh) queue(id, file)
  }
  const retry = ({ id, file }: PendingUpload) => {
    patch(id, { state: 'waiting', faults: [] })
    queue(id, file)
  }
  return { uploads, add, retry, dismiss }
}

const session = crypto.randomUUID()

/** The same file sent again after a broken connection is stored once. */
function keyOf(id: number): string {
  return `admin-${session}-${id}`
}

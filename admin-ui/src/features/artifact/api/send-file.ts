import type { Client } from 'urql'
import { type Fault, faultsOf, unreachable } from '~/shared/api/fault'
import { progressFetch } from '~/shared/api/progress-fetch'
import { AbortUpload, CompleteUpload, StartUpload, UploadArtifact, UploadLimitQuery } from './artifact'
import { openDoor } from './door'
import { Refused, sendThrough } from './resumable'

export interface Sending {
  client: Client
  /** What lets a request in. */
  headers: Record<string, string>
  conversationId: string
  /** The same file under the same key is stored once, and goes on where it was. */
  idempotencyKey: string
  file: File
  signal: AbortSignal
  /** How much has been sent, 0 to 1. */
  onShare(share: number): void
  onBroken(): void
  onSession(id: string): void
}

/** Sends a file by the door that takes its size; gives the faults that kept it out, none when it is stored or called off. */
export async function sendFile(sending: Sending): Promise<Fault[]> {
  const { data } = await sending.client.query(UploadLimitQuery, {}, { requestPolicy: 'cache-first' }).toPromise()
  const limit = data?.serverInfo.maxUploadBytes ?? Infinity
  return sending.file.size > limit ? sendLarge(sending) : sendAtOnce(sending)
}

async function sendAtOnce({ client, conversationId, idempotencyKey, file, onShare }: Sending): Promise<Fault[]> {
  const variables = { input: { conversationId, idempotencyKey }, file }
  const { error } = await client.mutation(UploadArtifact, variables, { fetch: progressFetch(onShare) }).toPromise()
  return faultsOf(error)
}

async function sendLarge(sending: Sending): Promise<Fault[]> {
  const { client, conversationId, idempotencyKey, file, signal } = sending
  const input = { conversationId, idempotencyKey, fileName: file.name, mimeType: file.type || null, sizeBytes: file.size, direct: false }
  const { data, error } = await client.mutation(StartUpload, { input }).toPromise()
  if (!data) return faultsOf(error)
  const { upload } = data.startUpload
  if (!upload) return [] // its content was known already
  sending.onSession(upload.id)
  const door = openDoor(file, upload.url, { ...sending.headers, ...(upload.headers as Record<string, string>) }, signal)
  try {
    await sendThrough(door, file.size, upload.receivedBytes, {
      onSent: (bytes) => sending.onShare(bytes / file.size),
      onBroken: sending.onBroken,
      signal,
    })
  } catch (error) {
    if (!signal.aborted) return [error instanceof Refused ? error.fault : unreachable]
    await abortUpload(client, upload.id)
    return []
  }
  const completed = await client.mutation(CompleteUpload, { input: { uploadId: upload.id } }).toPromise()
  return faultsOf(completed.error)
}

/** Gives up what has arrived. If that fails, the server forgets it by itself after a while. */
export function abortUpload(client: Client, uploadId: string) {
  return client.mutation(AbortUpload, { input: { uploadId } }).toPromise()
}

import type { Client } from 'urql'
import { type Fault, faultsOf, unreachable } from '~/shared/api/fault'
import { progressFetch } from '~/shared/api/progress-fetch'
import { AbortUpload, CompleteUpload, StartUpload, UploadArtifact, UploadLimitQuery } from './artifact'
import { uploadEndpoint } from './upload-endpoint'
import { UploadError, sendSlices } from './resumable'

export interface SendOptions {
  client: Client
  /** The headers that authenticate a request. */
  headers: Record<string, string>
  conversationId: string
  /** A file sent again with the same key is stored once, and continues where it stopped. */
  idempotencyKey: string
  file: File
  signal: AbortSignal
  /** How much has been sent, from 0 to 1. */
  onProgress(progress: number): void
  onInterrupted(): void
  onSession(id: string): void
}

/**
 * Sends a file with the upload that fits its size. Returns the faults; the list is empty when the file was stored
 * or the upload was cancelled.
 */
export async function sendFile(options: SendOptions): Promise<Fault[]> {
  const { data } = await options.client.query(UploadLimitQuery, {}, { requestPolicy: 'cache-first' }).toPromise()
  const limit = data?.serverInfo.maxUploadBytes ?? Infinity
  return options.file.size > limit ? sendLarge(options) : sendAtOnce(options)
}

async function sendAtOnce({ client, conversationId, idempotencyKey, file, onProgress }: SendOptions): Promise<Fault[]> {
  const variables = { input: { conversationId, idempotencyKey }, file }
  const { error } = await client.mutation(UploadArtifact, variables, { fetch: progressFetch(onProgress) }).toPromise()
  return faultsOf(error)
}

async function sendLarge(options: SendOptions): Promise<Fault[]> {
  const { client, conversationId, idempotencyKey, file, signal } = options
  const input = { conversationId, idempotencyKey, fileName: file.name, mimeType: file.type || null, sizeBytes: file.size, direct: false }
  const { data, error } = await client.mutation(StartUpload, { input }).toPromise()
  if (!data) return faultsOf(error)
  const { upload } = data.startUpload
  if (!upload) return [] // the server had the content already
  options.onSession(upload.id)
  const endpoint = uploadEndpoint(file, upload.url, { ...options.headers, ...(upload.headers as Record<string, string>) }, signal)
  try {
    await sendSlices(endpoint, file.size, upload.receivedBytes, {
      onSent: (bytes) => options.onProgress(bytes / file.size),
      onInterrupted: options.onInterrupted,
      signal,
    })
  } catch (error) {
    if (!signal.aborted) return [error instanceof UploadError ? error.fault : unreachable]
    await abortUpload(client, upload.id)
    return []
  }
  const completed = await client.mutation(CompleteUpload, { input: { uploadId: upload.id } }).toPromise()
  return faultsOf(completed.error)
}

/** Discards what has arrived. If this fails, the server discards it when the session expires. */
export function abortUpload(client: Client, uploadId: string) {
  return client.mutation(AbortUpload, { input: { uploadId } }).toPromise()
}

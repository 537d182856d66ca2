import type { Fault } from '~/shared/api/fault'
import { maxFailures, retryDelay, type Slice, sliceAt } from '../model/slices'

/** The endpoint that receives the bytes of one upload session. Both calls return how many bytes have arrived. */
export interface UploadEndpoint {
  offset(): Promise<number>
  put(slice: Slice, onSent: (bytes: number) => void): Promise<number>
}

export interface Steps {
  onSent(bytes: number): void
  /** Called after a failure, before it continues. */
  onInterrupted?(): void
  wait?(ms: number): Promise<void>
  signal?: AbortSignal
}

/** An error response of the endpoint. After a temporary one, another attempt may succeed. */
export class UploadError extends Error {
  readonly fault: Fault
  readonly temporary: boolean
  constructor(fault: Fault, temporary: boolean) {
    super(fault.message)
    this.fault = fault
    this.temporary = temporary
  }
}

/**
 * Sends a file slice by slice. After a temporary failure it reads how much has arrived and continues from there.
 * It gives up after too many failures in a row without progress.
 */
export async function sendSlices(endpoint: UploadEndpoint, size: number, arrived: number, steps: Steps): Promise<void> {
  const { signal, wait = pause } = steps
  let best = arrived
  let offset: number | null = arrived
  for (let failures = 0; ; ) {
    try {
      signal?.throwIfAborted()
      offset ??= await endpoint.offset()
      if (offset > best) failures = 0
      best = Math.max(best, offset)
      const slice = sliceAt(size, offset)
      if (!slice) return
      steps.onSent(offset)
      const { from } = slice
      offset = await endpoint.put(slice, (bytes) => steps.onSent(from + bytes))
      if (offset <= from) throw new UploadError(noProgress, true)
    } catch (error) {
      if (signal?.aborted || !isTemporary(error) || ++failures > maxFailures) throw error
      offset = null
      steps.onInterrupted?.()
      await wait(retryDelay(failures))
    }
  }
}

const noProgress: Fault = {
  code: 'UNAVAILABLE',
  message: 'The server does not accept more of this file.',
  remedies: ['What has arrived is kept for a day. Try again in a moment.'],
}

function isTemporary(error: unknown): boolean {
  return !(error instanceof UploadError) || error.temporary
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

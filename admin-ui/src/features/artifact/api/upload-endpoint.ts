import { type Fault, fromAnswer } from '~/shared/api/fault'
import { progressFetch } from '~/shared/api/progress-fetch'
import { type UploadEndpoint, UploadError } from './resumable'

// After a conflict, another request, usually one's own interrupted one, has moved the offset. Reading it again helps.
const temporary = new Set([408, 409, 429, 500, 502, 503, 504])

/** Returns the server's resumable upload endpoint for one file. */
export function uploadEndpoint(file: Blob, url: string, headers: Record<string, string>, signal: AbortSignal): UploadEndpoint {
  return {
    async offset() {
      return offsetOf(await fetch(url, { method: 'HEAD', headers, signal, cache: 'no-store' }))
    },
    async put({ from, to }, onSent) {
      const send = progressFetch((share) => onSent(share * (to - from)))
      const body = file.slice(from, to)
      return offsetOf(await send(url, { method: 'PUT', headers: { ...headers, 'Upload-Offset': String(from) }, body, signal }))
    },
  }
}

async function offsetOf(answer: Response): Promise<number> {
  if (!answer.ok) throw new UploadError(await faultIn(answer), temporary.has(answer.status))
  const offset = Number(answer.headers.get('Upload-Offset') ?? Number.NaN)
  if (!Number.isSafeInteger(offset)) throw new UploadError(noOffset, false)
  return offset
}

const noOffset: Fault = {
  code: 'UNAVAILABLE',
  message: 'The response has no Upload-Offset header.',
  remedies: ['Check the proxies between the browser and the server: one of them may remove the header.'],
}

async function faultIn(answer: Response): Promise<Fault> {
  const body: unknown = await answer.json().catch(() => null)
  return fromAnswer(answer.status, body)
}

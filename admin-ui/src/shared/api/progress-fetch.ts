/**
 * Returns a fetch that reports how much of the request has been sent, from 0 to 1. It reads the response
 * as a whole, which is enough for an upload mutation or one slice of a file.
 */
export function progressFetch(onProgress: (progress: number) => void): typeof fetch {
  return (input, init) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init?.method ?? 'GET', urlOf(input))
      new Headers(init?.headers).forEach((value, key) => request.setRequestHeader(key, value))
      request.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total)
      })
      request.addEventListener('load', () => resolve(responseOf(request)))
      request.addEventListener('error', () => reject(new TypeError('The connection was lost.')))
      request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled.', 'AbortError')))
      init?.signal?.addEventListener('abort', () => request.abort())
      if (init?.signal?.aborted) reject(new DOMException('The upload was cancelled.', 'AbortError'))
      else request.send(plainBody(init?.body))
    })
}

function plainBody(body: BodyInit | null | undefined): XMLHttpRequestBodyInit {
  return body instanceof FormData || body instanceof Blob ? body : String(body ?? '')
}

function urlOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input)
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers({ 'content-type': 'text/plain' })
  for (const line of request.getAllResponseHeaders().trim().split(/[\r\n]+/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return new Response(request.responseText, { status: request.status, headers })
}

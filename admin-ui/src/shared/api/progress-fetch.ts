/**
 * A fetch that tells how much of the request has been sent, which the real one cannot.
 * Answers whole bodies only: enough for one upload mutation.
 */
export function progressFetch(onProgress: (share: number) => void): typeof fetch {
  return (input, init) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init?.method ?? 'GET', urlOf(input))
      new Headers(init?.headers).forEach((value, key) => request.setRequestHeader(key, value))
      request.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total)
      })
      request.addEventListener('load', () => resolve(responseOf(request)))
      request.addEventListener('error', () => reject(new TypeError('The connection broke.')))
      request.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')))
      init?.signal?.addEventListener('abort', () => request.abort())
      request.send(init?.body instanceof FormData ? init.body : String(init?.body ?? ''))
    })
}

function urlOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input)
}

function responseOf(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader('content-type') ?? 'text/plain'
  return new Response(request.responseText, { status: request.status, headers: { 'content-type': type } })
}

/** What is asked of the registry. */
export interface Question {
  mime?: string
  file?: string
  agent?: string
}

/** The MIME that says nothing, for which extensions decide. */
export const unknownMime = 'application/octet-stream'

/** The variables of the question; null when nothing was asked. */
export function variablesOf({ mime = '', file = '', agent }: Question) {
  if (mime.trim() === '' && file.trim() === '') return null
  return { mimeType: mime.trim() || unknownMime, fileName: file.trim() || undefined, agentId: agent }
}

/** A file that a type would want, to begin with. */
export function exampleFor(contentType: string, extensions: readonly string[]): Question {
  const mime = contentType.trim().replace(/\*$/, 'x-example')
  const file = extensions[0] ? `example.${extensions[0]}` : undefined
  return { mime: mime || undefined, file }
}

/** A question to the registry: which type would this file get? */
export interface Question {
  mime?: string
  file?: string
  agent?: string
}

/** The MIME type of unknown content, for which the extension decides. */
export const unknownMime = 'application/octet-stream'

/** Returns the variables of the question, or null for an empty one. */
export function variablesOf({ mime = '', file = '', agent }: Question) {
  if (mime.trim() === '' && file.trim() === '') return null
  return { mimeType: mime.trim() || unknownMime, fileName: file.trim() || undefined, agentId: agent }
}

/** Returns an example file that matches a type. */
export function exampleFor(contentType: string, extensions: readonly string[]): Question {
  const mime = contentType.trim().replace(/\*$/, 'x-example')
  const file = extensions[0] ? `example.${extensions[0]}` : undefined
  return { mime: mime || undefined, file }
}

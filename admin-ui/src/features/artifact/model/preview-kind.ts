/** How the admin shows a version. */
export type PreviewKind = 'markdown' | 'json' | 'html' | 'text' | 'image' | 'pdf' | 'audio' | 'video' | 'none'

const exact: Record<string, PreviewKind> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'text/html': 'html',
  'text/markdown': 'markdown',
  'application/xml': 'text',
  'application/yaml': 'text',
  'application/x-yaml': 'text',
  'application/toml': 'text',
  'application/javascript': 'text',
  'application/x-ndjson': 'text',
  'application/x-sh': 'text',
  'application/sql': 'text',
  'message/rfc822': 'text',
}
const families: Record<string, PreviewKind> = { text: 'text', image: 'image', audio: 'audio', video: 'video' }
const extensions: Record<string, PreviewKind> = { md: 'markdown', markdown: 'markdown', json: 'json', ipynb: 'json', pdf: 'pdf', html: 'html', txt: 'text', log: 'text', csv: 'text', yaml: 'text', yml: 'text', toml: 'text' }

/** Returns the preview for the declared MIME type, or else the detected one, or else the file extension. */
export function previewKind(declared: string, detected: string, fileName: string): PreviewKind {
  return byMime(declared) ?? byMime(detected) ?? extensions[extensionOf(fileName)] ?? 'none'
}

function byMime(full: string): PreviewKind | undefined {
  const mime = full.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (exact[mime]) return exact[mime]
  if (mime.endsWith('+json')) return 'json'
  return families[mime.split('/', 1)[0] ?? '']
}

function extensionOf(fileName: string): string {
  return fileName.includes('.') ? (fileName.split('.').pop() ?? '').toLowerCase() : ''
}

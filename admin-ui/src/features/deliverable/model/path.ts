/** Returns the last two parts of a path, or nothing for content that Vitrine stores itself. */
export function shortPath(path: string): string {
  if (path.startsWith('vitrine:')) return ''
  const parts = path.split(/[/\\]/).filter(Boolean)
  return parts.length > 2 ? `…/${parts.slice(-2).join('/')}` : path
}

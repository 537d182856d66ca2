/** The last two parts of a path, enough to tell two of a name apart; nothing for what lies in Vitrine itself. */
export function shortPath(path: string): string {
  if (path.startsWith('vitrine:')) return ''
  const parts = path.split(/[/\\]/).filter(Boolean)
  return parts.length > 2 ? `…/${parts.slice(-2).join('/')}` : path
}

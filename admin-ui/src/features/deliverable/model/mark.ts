/** The part of a name that a filter found, as [from, to]; null when there is none to show. */
export function mark(name: string, filter: string): [from: number, to: number] | null {
  const needle = filter.trim().toLowerCase()
  const folded = name.toLowerCase()
  // Where folding changes the length, places in the folded name are no places in the name.
  if (needle === '' || folded.length !== name.length) return null
  const from = folded.indexOf(needle)
  return from < 0 ? null : [from, from + needle.length]
}

/** Returns the part of a name that a filter matches, as [from, to], or null. */
export function mark(name: string, filter: string): [from: number, to: number] | null {
  const needle = filter.trim().toLowerCase()
  const folded = name.toLowerCase()
  // When lower case has another length, its offsets do not fit the name.
  if (needle === '' || folded.length !== name.length) return null
  const from = folded.indexOf(needle)
  return from < 0 ? null : [from, from + needle.length]
}

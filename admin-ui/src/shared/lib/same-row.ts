/** Reports whether two responses hold the same row. Comparing is much cheaper than rendering. */
export function sameRow(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

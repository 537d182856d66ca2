/** Parses JSON that a person typed. Empty text is null. */
export function parseJson(source: string): { value: unknown } | { fault: string } {
  if (source.trim() === '') return { value: null }
  try {
    return { value: JSON.parse(source) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'Not valid JSON.' }
  }
}

export function pretty(value: unknown): string {
  return value == null ? '' : JSON.stringify(value, null, 2)
}

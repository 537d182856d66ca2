/** One line of a diff, with its number on the sides that have it. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed' | 'note'
  before?: number
  after?: number
  text: string
}

/** Changed lines with their context. */
export interface Hunk {
  lines: DiffLine[]
}

const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/
const kinds: Record<string, DiffLine['kind']> = { '+': 'added', '-': 'removed', '\\': 'note' }

/** Parses the unified diff of one file. Lines before the first hunk are ignored. */
export function parseUnified(unified: string): Hunk[] {
  const hunks: Hunk[] = []
  const next = { before: 0, after: 0 }
  for (const line of unified.replace(/\n$/, '').split('\n')) {
    const start = header.exec(line)
    if (start) {
      Object.assign(next, { before: Number(start[1]), after: Number(start[2]) })
      hunks.push({ lines: [] })
    } else {
      hunks.at(-1)?.lines.push(readLine(line, next))
    }
  }
  return hunks
}

function readLine(line: string, next: { before: number; after: number }): DiffLine {
  const kind = kinds[line.charAt(0)] ?? 'same'
  const text = line.slice(1)
  switch (kind) {
    case 'note':
      return { kind, text: text.trim() }
    case 'added':
      return { kind, after: next.after++, text }
    case 'removed':
      return { kind, before: next.before++, text }
    default:
      return { kind, before: next.before++, after: next.after++, text }
  }
}

/** Returns the hunks up to a total number of lines. The last one may be truncated. */
export function firstLines(hunks: Hunk[], limit: number): Hunk[] {
  const kept: Hunk[] = []
  let left = limit
  for (const { lines } of hunks) {
    if (left <= 0) break
    kept.push({ lines: lines.slice(0, left) })
    left -= lines.length
  }
  return kept
}

export function lineCount(hunks: Hunk[]): number {
  return hunks.reduce((sum, { lines }) => sum + lines.length, 0)
}

/** Returns the version before the given number. */
export function previousOf<V extends { number: number }>(versions: V[], number: number): V | undefined {
  return versions.filter((version) => version.number < number).toSorted((a, b) => b.number - a.number)[0]
}

import { kindLabels, isKind } from './kind'

interface Row {
  id: string
  page?: { presented: boolean } | null
}

/** The list as the server returns it. */
export interface Answer<R extends Row> {
  nodes: R[]
  groups: { key: string; label: string; count: number; ids: string[] }[]
  recent: { id: string }[]
}

export interface Section<R extends Row> {
  key: string
  label: string
  count: number
  open: boolean
  rows: R[]
}

export const recentKey = 'recent'
export const shownKey = 'k:PAGE shown'

/** Returns the sections of the list: recent rows, then the server's groups. While filtering, every group is open. */
export function plan<R extends Row>(answer: Answer<R>, filtering: boolean, collapsed: string[]): Section<R>[] {
  const rows = new Map(answer.nodes.map((row) => [row.id, row]))
  const pick = (ids: string[]) => ids.flatMap((id) => rows.get(id) ?? [])
  const section = (key: string, label: string, count: number, own: R[]) => ({
    key, label, count, open: filtering || !collapsed.includes(key), rows: own,
  })
  const recent = section(recentKey, 'Recent', answer.recent.length, pick(answer.recent.map(({ id }) => id)))
  const groups = answer.groups.map(({ key, label, count, ids }) => section(key, groupTitle(key, label), count, pick(ids)))
  return [recent, ...groups.flatMap(splitPages)].filter(({ count }) => count > 0)
}

/** Separates presented pages from those that the conversation published. */
function splitPages<R extends Row>(section: Section<R>): Section<R>[] {
  const shown = section.key === 'k:PAGE' ? section.rows.filter(({ page }) => page?.presented) : []
  if (shown.length === 0) return [section]
  const own = section.rows.filter(({ page }) => !page?.presented)
  return [
    { ...section, count: section.count - shown.length, rows: own },
    { ...section, key: shownKey, label: 'Pages shown here', count: shown.length, rows: shown },
  ]
}

const day = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Returns the title of a group: its kind, its helper or its day. */
function groupTitle(key: string, label: string): string {
  if (key.startsWith('k:')) return isKind(label) ? kindLabels[label] : label
  if (key.startsWith('h:')) return label || 'The main agent'
  return label ? day.format(Date.parse(`${label}T00:00:00Z`)) : 'No date'
}

import type { DeliverableGroupBy, DeliverableSort } from '~/gql/graphql'

type GroupBy = Exclude<DeliverableGroupBy, 'NONE'>
type SortBy = Extract<DeliverableSort, 'CHANGED' | 'NAME' | 'EDITS'>

/** The list settings of a user, stored on the device. */
export interface StoredView {
  groupBy: GroupBy
  sortBy: SortBy
  /** The keys of the collapsed groups, by grouping. */
  collapsed: Record<GroupBy, string[]>
}

export const groupings: { value: GroupBy; label: string }[] = [
  { value: 'KIND', label: 'By kind' },
  { value: 'HELPER', label: 'By helper' },
  { value: 'DAY', label: 'By day' },
]
export const sorts: { value: SortBy; label: string }[] = [
  { value: 'CHANGED', label: 'Recently changed' },
  { value: 'NAME', label: 'Name' },
  { value: 'EDITS', label: 'Times changed' },
]

const most = 200
const collapsedByDefault: StoredView['collapsed'] = { KIND: ['k:CODE'], HELPER: [], DAY: [] }

/** Reads stored settings. Invalid parts get their default. */
export function viewOf(stored: unknown): StoredView {
  const { groupBy, sortBy, collapsed } = record(stored)
  const keys = record(collapsed)
  return {
    groupBy: groupings.find(({ value }) => value === groupBy)?.value ?? 'KIND',
    sortBy: sorts.find(({ value }) => value === sortBy)?.value ?? 'CHANGED',
    collapsed: { KIND: collapsedKeys(keys.KIND, 'KIND'), HELPER: collapsedKeys(keys.HELPER, 'HELPER'), DAY: collapsedKeys(keys.DAY, 'DAY') },
  }
}

/** Returns the settings with one group opened or collapsed. */
export function withGroup(view: StoredView, key: string, open: boolean): StoredView {
  const others = view.collapsed[view.groupBy].filter((other) => other !== key)
  return { ...view, collapsed: { ...view.collapsed, [view.groupBy]: open ? others : [...others, key].slice(-most) } }
}

function collapsedKeys(stored: unknown, groupBy: GroupBy): string[] {
  if (!Array.isArray(stored)) return collapsedByDefault[groupBy]
  return stored.filter((key): key is string => typeof key === 'string').slice(-most)
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

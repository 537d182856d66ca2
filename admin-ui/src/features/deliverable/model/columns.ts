import type { DeliverableSort } from '~/gql/graphql'
import type { Direction } from '~/shared/ui/data-table'

/** The default direction of each column: newest and highest first, names from A. */
export const natural: Record<DeliverableSort, Direction> = {
  NAME: 'ASC', KIND: 'ASC', HELPER: 'ASC', PATH: 'ASC', EDITS: 'DESC', CHANGED: 'DESC',
}

/** Reports whether the server must reverse the default order. */
export function reverseOf(column: DeliverableSort, direction: Direction): boolean {
  return direction !== natural[column]
}

/** The columns as choices, where a list has no column headers. */
export const columnChoices: { value: DeliverableSort; label: string }[] = [
  { value: 'CHANGED', label: 'Changed' },
  { value: 'NAME', label: 'Name' },
  { value: 'KIND', label: 'Kind' },
  { value: 'HELPER', label: 'Helper' },
  { value: 'EDITS', label: 'Edits' },
  { value: 'PATH', label: 'Path' },
]

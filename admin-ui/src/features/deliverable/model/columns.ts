import type { DeliverableSort } from '~/gql/graphql'
import type { Direction } from '~/shared/ui/data-table'

/** The natural direction of each column: newest and most first, names from A. */
export const natural: Record<DeliverableSort, Direction> = {
  NAME: 'ASC', KIND: 'ASC', HELPER: 'ASC', PATH: 'ASC', EDITS: 'DESC', CHANGED: 'DESC',
}

/** How the server is asked for a direction: the other one is its exact reverse. */
export function reverseOf(column: DeliverableSort, direction: Direction): boolean {
  return direction !== natural[column]
}

/** The columns in words, where a list has no heads to click. */
export const columnChoices: { value: DeliverableSort; label: string }[] = [
  { value: 'CHANGED', label: 'Changed' },
  { value: 'NAME', label: 'Name' },
  { value: 'KIND', label: 'Kind' },
  { value: 'HELPER', label: 'Helper' },
  { value: 'EDITS', label: 'Edits' },
  { value: 'PATH', label: 'Path' },
]

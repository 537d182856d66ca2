import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { ago } from '~/shared/lib/format'

type Row = Pick<
  DeliverableFieldsFragment,
  'kind' | 'by' | 'writes' | 'edits' | 'lastOp' | 'firstAt' | 'lastAt' | 'state' | 'via' | 'handedTo'
>

/** The parts of a card's second line, in their order; none is empty. */
export function metaLine(row: Row, now: number): string[] {
  if (row.kind === 'SERVICE') return serviceLine(row, now)
  const changes = changesOf(row)
  const attached = row.kind === 'UPLOAD' && row.by === 'USER' && changes === 0
  return [
    from(row.via),
    standing(row, changes, attached),
    row.lastAt ? ago(row.lastAt, now) : '',
    row.by === 'USER' && !attached ? 'last by the user' : '',
    helper(row.via),
    handed(row.handedTo),
  ].filter((part) => part !== '')
}

/** How often it changed since it was there. */
export function changesOf({ writes, edits }: Pick<Row, 'writes' | 'edits'>): number {
  return Math.max(0, writes - 1) + edits
}

function standing(row: Row, changes: number, attached: boolean): string {
  if (row.state === 'UNPUBLISHED') return 'Unpublished'
  if (row.state === 'PUBLISHED') return 'Published'
  if (attached) return 'Attached by the user'
  if (row.kind !== 'PAGE' && changes > 0) return changes === 1 ? 'Changed once' : `Changed ${changes} times`
  return 'Written by the agent'
}

function serviceLine(row: Row, now: number): string[] {
  if (row.state === 'STOPPED') return [row.lastAt ? `Stopped ${ago(row.lastAt, now)}` : 'Stopped']
  return ['Running', ...(row.firstAt ? [`since ${ago(row.firstAt, now)}`] : [])]
}

function from(via: Row['via']): string {
  return via?.kind === 'handover' ? `Handed over by ${via.name || 'another conversation'}` : ''
}

function helper(via: Row['via']): string {
  return via && via.kind !== 'handover' && via.name ? `by subagent ${via.name}` : ''
}

function handed(to: Row['handedTo']): string {
  const names = to.map(({ name }) => name).filter((name) => name !== '')
  return names.length > 0 ? `handed to ${names.join(', ')}` : ''
}

import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { plural } from '~/shared/lib/format'

type Row = Pick<DeliverableFieldsFragment, 'kind' | 'writes' | 'edits' | 'lastAt' | 'state'> & {
  via?: { name: string; conversationId?: string | null } | null
  service?: { since: string; stoppedAt?: string | null } | null
  page?: { gone: boolean } | null
}

export interface RowSummary {
  /** Who made it for the main agent; empty for its own. */
  helper: string
  /** How it stands: running, stopped, published, unpublished, gone, changed:4; empty for what was written once. */
  status: string
  /** The instant that the row tells. */
  at: string | null
}

/** What a row of the list says of a deliverable. */
export function rowSummary(row: Row): RowSummary {
  return { helper: helperOf(row), status: statusOf(row), at: timeOf(row) }
}

/** Who made it for the main agent; a service has none. */
export function helperOf({ kind, via }: Pick<Row, 'kind' | 'via'>): string {
  return kind === 'SERVICE' || !via ? '' : via.name || (via.conversationId ?? '')
}

/** How often it changed since it was there. */
function changesOf({ writes, edits }: Pick<Row, 'writes' | 'edits'>): number {
  return Math.max(0, writes - 1) + edits
}

function statusOf(row: Row): string {
  if (row.page?.gone) return 'gone'
  if (row.kind === 'SERVICE') return row.state === 'STOPPED' ? 'stopped' : 'running'
  if (row.kind === 'PAGE' && row.state === 'PUBLISHED') return 'published'
  if (row.kind === 'PAGE' && row.state === 'UNPUBLISHED') return 'unpublished'
  const changes = changesOf(row)
  return changes > 0 ? `changed:${changes}` : ''
}

function timeOf({ service, lastAt }: Row): string | null {
  return (service ? (service.stoppedAt ?? service.since) : lastAt) ?? null
}

const words: Record<string, string> = { running: 'Running', stopped: 'Stopped', published: 'Published', unpublished: 'Unpublished', gone: 'Taken down' }

/** changed:4 → "Changed 4 times". */
export function statusText(status: string): string {
  const changes = Number(status.split(':')[1])
  return changes > 0 ? `Changed ${changes === 1 ? 'once' : plural(changes, 'time')}` : (words[status] ?? '')
}

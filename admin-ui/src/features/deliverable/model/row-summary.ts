import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { plural } from '~/shared/lib/format'

type Row = Pick<DeliverableFieldsFragment, 'kind' | 'writes' | 'edits' | 'lastAt' | 'state'> & {
  via?: { name: string; conversationId?: string | null } | null
  service?: { since: string; stoppedAt?: string | null } | null
  page?: { gone: boolean } | null
}

export interface RowSummary {
  /** The helper that made it; empty for the main agent. */
  helper: string
  /** running, stopped, published, unpublished, gone or changed:4; empty for a file that was written once. */
  status: string
  /** The time to show. */
  at: string | null
}

/** Returns what a row of the list shows about a deliverable. */
export function rowSummary(row: Row): RowSummary {
  return { helper: helperOf(row), status: statusOf(row), at: timeOf(row) }
}

/** Returns the helper that made it. A service has none. */
export function helperOf({ kind, via }: Pick<Row, 'kind' | 'via'>): string {
  return kind === 'SERVICE' || !via ? '' : via.name || (via.conversationId ?? '')
}

/** Returns how often it has changed since it was created. */
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

const words: Record<string, string> = { running: 'Running', stopped: 'Stopped', published: 'Published', unpublished: 'Unpublished', gone: 'Removed' }

/** changed:4 → "Changed 4 times". */
export function statusText(status: string): string {
  const changes = Number(status.split(':')[1])
  return changes > 0 ? `Changed ${changes === 1 ? 'once' : plural(changes, 'time')}` : (words[status] ?? '')
}

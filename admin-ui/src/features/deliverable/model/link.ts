import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { isOff } from './off'

type Row = Pick<DeliverableFieldsFragment, 'url'> & Parameters<typeof isOff>[0]

/**
 * Where a row can be visited: http and https only, and what is relative to this page. An agent wrote
 * the address, so that anything else is no link. `live` is false for what is stopped or taken down.
 */
export function linkOf(row: Row, here = location.origin): { href: string; live: boolean } | null {
  const href = safe(row.url, here)
  return href ? { href, live: !isOff(row) } : null
}

function safe(url: string | null | undefined, here: string): string | null {
  if (!url || !URL.canParse(url, here)) return null
  const { protocol } = new URL(url, here)
  return protocol === 'http:' || protocol === 'https:' ? url : null
}

/** What a link to somewhere an agent named needs: it opens apart and tells nothing of this page. */
export const externalLink = { target: '_blank', rel: 'noopener noreferrer' } as const

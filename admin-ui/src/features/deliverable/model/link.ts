import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { isOff } from './off'

type Row = Pick<DeliverableFieldsFragment, 'url'> & Parameters<typeof isOff>[0]

/**
 * Returns the link of a row, or null. Only http, https and relative addresses are links, because agents write
 * the addresses. `live` is false when the row is stopped or removed.
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

/** The attributes of links to untrusted pages: they open in a new tab and get no referrer. */
export const externalLink = { target: '_blank', rel: 'noopener noreferrer' } as const

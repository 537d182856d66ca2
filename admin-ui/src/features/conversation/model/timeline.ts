import type { DeliverableFieldsFragment, MessageFieldsFragment } from '~/gql/graphql'

export type Entry =
  | { what: 'message'; id: string; message: MessageFieldsFragment }
  | { what: 'card'; id: string; row: DeliverableFieldsFragment }

/**
 * Messages with the cards between them, oldest first. A card stands before the first message that
 * is younger than its deliverable's birth; one older than the oldest message shown is left to the
 * chip when there are older messages still; code has no card.
 */
export function timeline(messages: MessageFieldsFragment[], rows: DeliverableFieldsFragment[], hasOlder: boolean): Entry[] {
  const oldest = messages[0]?.createdAt
  const cards = rows
    .filter((row) => row.card && row.kind !== 'CODE' && row.state !== 'DELETED')
    .filter((row) => !hasOlder || !oldest || !row.firstAt || row.firstAt >= oldest)
    .toSorted((a, b) => time(a) - time(b) || a.key.localeCompare(b.key))
  const entries: Entry[] = []
  let next = 0
  for (const message of messages) {
    for (let row = cards[next]; row && time(row) < Date.parse(message.createdAt); row = cards[++next]) entries.push(cardEntry(row))
    entries.push({ what: 'message', id: message.id, message })
  }
  return [...entries, ...cards.slice(next).map(cardEntry)]
}

function cardEntry(row: DeliverableFieldsFragment): Entry {
  return { what: 'card', id: row.card?.id ?? row.id, row }
}

/** A row without an instant stands at the end. */
function time(row: DeliverableFieldsFragment): number {
  return row.firstAt ? Date.parse(row.firstAt) : Number.POSITIVE_INFINITY
}

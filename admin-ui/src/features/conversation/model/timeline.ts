import type { MessageFieldsFragment } from '~/gql/graphql'
import type { Arrivals, CardRow } from './arrivals'

export type Entry =
  | { what: 'message'; id: string; message: MessageFieldsFragment }
  | { what: 'card'; id: string; row: CardRow }

/** The places after the last message and before the first. */
const tail = Symbol('tail')
const top = Symbol('top')

/**
 * Returns the messages with the cards between them, oldest first. The server places loaded cards. A card that
 * arrived live stays after the message that was the last one then.
 */
export function timeline(messages: MessageFieldsFragment[], loaded: CardRow[], arrivals: Arrivals): Entry[] {
  const before = new Map<string | symbol, CardRow[]>()
  const after = new Map<string | symbol, CardRow[]>()
  for (const row of loaded.toSorted(byCreation)) {
    const place = lateArrival(arrivals, row.id) ? null : slotOf(row, messages)
    if (place) push(before, place, row)
  }
  for (const row of lateRows(loaded, arrivals, before)) push(after, anchorOf(arrivals, row.id, messages), row)
  // Between two messages the loaded cards come first, since they are older.
  const gap = (last: string | symbol, next: string | symbol) => [...cards(before.get(next)), ...cards(after.get(last))]
  return [
    ...messages.flatMap((message, i) => [
      ...gap(messages[i - 1]?.id ?? top, message.id),
      { what: 'message', id: message.id, message } as const,
    ]),
    ...gap(messages.at(-1)?.id ?? top, tail),
  ]
}

/** Returns the ids of the loaded rows whose card is shown. */
export function drawn(messages: MessageFieldsFragment[], loaded: CardRow[]): Set<string> {
  return new Set(loaded.filter((row) => slotOf(row, messages)).map(({ id }) => id))
}

function lateArrival(arrivals: Arrivals, id: string): boolean {
  return arrivals.get(id)?.early === false
}

/** Returns the current rows of the cards that keep their live place. */
function lateRows(loaded: CardRow[], arrivals: Arrivals, placed: Map<string | symbol, CardRow[]>): CardRow[] {
  const now = new Map(loaded.map((row) => [row.id, row]))
  const done = new Set([...placed.values()].flat().map(({ id }) => id))
  return [...arrivals].filter(([id]) => !done.has(id)).map(([id, { row }]) => now.get(id) ?? row).filter(({ card }) => card)
}

function anchorOf(arrivals: Arrivals, id: string, messages: MessageFieldsFragment[]): string | symbol {
  const anchor = arrivals.get(id)?.after
  return messages.some((message) => message.id === anchor) ? (anchor as string) : top
}

/** Returns the message after a loaded card, or null when the chat does not show the card. */
function slotOf({ card, firstAt }: CardRow, messages: MessageFieldsFragment[]): string | symbol | null {
  if (!card) return null
  if (card.placement === 'AMONG') return messages.find(({ id }) => id === card.before?.id)?.id ?? null
  if (card.placement !== 'TAIL') return null
  // Messages that are newer than the card come after it.
  return messages.find(({ createdAt }) => firstAt && Date.parse(createdAt) > Date.parse(firstAt))?.id ?? tail
}

function byCreation(a: CardRow, b: CardRow): number {
  return Date.parse(a.firstAt ?? '') - Date.parse(b.firstAt ?? '') || (a.key < b.key ? -1 : 1)
}

function push(slots: Map<string | symbol, CardRow[]>, slot: string | symbol, row: CardRow) {
  slots.set(slot, [...(slots.get(slot) ?? []), row])
}

function cards(rows: CardRow[] = []): Entry[] {
  return rows.map((row) => ({ what: 'card', id: row.card?.id ?? row.id, row }))
}

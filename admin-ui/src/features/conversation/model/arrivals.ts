import type { CardsQuery, ConversationEventsSubscription } from '~/gql/graphql'

type Loaded = NonNullable<CardsQuery['conversation']>['deliverables']['nodes'][number]
type Live = NonNullable<ConversationEventsSubscription['conversationEvents']['deliverable']>

/** A row with its card. Only the card of a loaded row has a place among the messages. */
export type CardRow = Live & { card?: (NonNullable<Live['card']> & Partial<NonNullable<Loaded['card']>>) | null }

/** A card that arrived live. It stays after the message that was the last one then. */
interface Arrival {
  row: CardRow
  after: string | null
  /** It arrived before the cards were loaded, so the loaded place is used instead. */
  early: boolean
}

export type Arrivals = ReadonlyMap<string, Arrival>

type Event = Pick<ConversationEventsSubscription['conversationEvents'], 'kind' | 'deliverable' | 'removedId'>

/** What the chat shows when an event arrives. `drawn` has the ids of the shown cards; null before they are loaded. */
export interface ChatView {
  lastMessage: string | null
  drawn: ReadonlySet<string> | null
}

/** Applies one event to the live cards. A deliverable has one card: a known one is patched and keeps its place. */
export function addArrival(arrivals: Arrivals, event: Event, view: ChatView): Arrivals {
  if (event.kind === 'RESYNC') return new Map()
  const row = event.deliverable
  const id = row?.id ?? event.removedId
  if (!id) return arrivals
  const known = arrivals.get(id)
  if (!row?.card) return known ? without(arrivals, id) : arrivals
  if (!known && view.drawn?.has(id)) return arrivals
  return new Map(arrivals).set(id, known ? { ...known, row } : { row, after: view.lastMessage, early: view.drawn === null })
}

/** Returns the document that an event opens beside the chat, if it is a new one. */
export function newDocumentIn(arrivals: Arrivals, event: Event, view: ChatView): CardRow | null {
  const row = event.kind === 'DELIVERABLE' ? event.deliverable : null
  if (!row?.card?.autoOpen || !view.drawn || view.drawn.has(row.id) || arrivals.has(row.id)) return null
  return row
}

function without(arrivals: Arrivals, id: string): Arrivals {
  const rest = new Map(arrivals)
  rest.delete(id)
  return rest
}

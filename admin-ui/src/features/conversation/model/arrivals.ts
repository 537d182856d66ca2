import type { CardsQuery, ConversationEventsSubscription } from '~/gql/graphql'

type Loaded = NonNullable<CardsQuery['conversation']>['deliverables']['nodes'][number]
type Live = NonNullable<ConversationEventsSubscription['conversationEvents']['deliverable']>

/** A row with its card; only a loaded one knows its place among the messages. */
export type CardRow = Live & { card?: (NonNullable<Live['card']> & Partial<NonNullable<Loaded['card']>>) | null }

/** A card that came while one looked on: it stays behind the message that was the last one then. */
interface Arrival {
  row: CardRow
  after: string | null
  /** It came before the cards were loaded, so that the place they are loaded with is the better one. */
  early: boolean
}

export type Arrivals = ReadonlyMap<string, Arrival>

type Event = Pick<ConversationEventsSubscription['conversationEvents'], 'kind' | 'deliverable' | 'removedId'>

/** What the reader sees when an event comes: the last message, and which cards are drawn; null before any is loaded. */
export interface ChatView {
  lastMessage: string | null
  drawn: ReadonlySet<string> | null
}

/** Folds one event into the cards that came live. One card per deliverable: a known one is patched and stays where it is. */
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

/** The document that an event asks to open beside the chat: one just born, which was not there before. */
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

import { useMemo, useRef, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { usePages } from '~/shared/api/use-pages'
import { language } from '~/shared/lib/language'
import { useMinute } from '~/shared/lib/now'
import { useStable } from '~/shared/lib/use-stable'
import { CardsQuery, MessagesQuery } from '../api/conversation'
import { type Arrivals, addArrival, newDocumentIn, type CardRow } from '../model/arrivals'
import { drawn, timeline } from '../model/timeline'
import { type LiveEvent, useLive } from './use-live'

interface Options {
  conversationId: string
  /** The sequence of the conversation when it was loaded. */
  after: number
  /** Load nothing: the user may not see contents. */
  pause: boolean
  /** Called when a new document appears while the page is open. */
  onNewDocument: (row: CardRow) => void
}

/** Returns the messages with their cards, kept live. The server places loaded cards; new ones go to the end. */
export function useChat({ conversationId, after, pause, onNewDocument }: Options) {
  const client = useClient()
  const [{ data, error }, refetch] = useQuery({ query: MessagesQuery, variables: { id: conversationId }, pause: pause })
  const loaded = useCards(conversationId, pause)
  const [arrivals, setArrivals] = useState<Arrivals>(new Map())
  const newest = useRef(arrivals)
  const onEvent = useStable((event: LiveEvent) => {
    // The cache has applied the event already, while the rendered messages may be older.
    const known = client.readQuery(MessagesQuery, { id: conversationId })?.data?.conversation?.messages.nodes ?? []
    const view = { lastMessage: known.at(-1)?.id ?? null, drawn: loaded ? drawn(known, loaded) : null }
    const created = newDocumentIn(newest.current, event, view)
    newest.current = addArrival(newest.current, event, view)
    setArrivals(newest.current)
    if (created) onNewDocument(created)
  })
  const live = useLive(conversationId, after, onEvent)

  const messages = data?.conversation?.messages
  const entries = useMemo(() => messages && timeline(messages.nodes, loaded ?? [], arrivals), [messages, loaded, arrivals])
  return { live, messages, entries, error, retry: () => refetch({ requestPolicy: 'network-only' }) }
}

/** Loads the cards. Their text contains relative times, so they are fetched again every minute. */
function useCards(conversationId: string, pause: boolean): CardRow[] | undefined {
  const minute = useMinute()
  const { pages } = usePages({
    query: CardsQuery,
    variables: (after) => ({ conversationId, after, language }),
    page: (data) => data.conversation?.deliverables,
    revision: minute,
    pause,
  })
  return useMemo(() => pages?.flatMap(({ nodes }) => nodes), [pages])
}

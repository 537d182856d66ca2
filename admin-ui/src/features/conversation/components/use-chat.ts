import { useMemo, useRef, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { usePages } from '~/shared/api/use-pages'
import { language } from '~/shared/lib/language'
import { useMinute } from '~/shared/lib/now'
import { useStable } from '~/shared/lib/use-stable'
import { CardsQuery, MessagesQuery } from '../api/conversation'
import { type Arrivals, arrive, birthIn, type CardRow } from '../model/arrivals'
import { drawn, timeline } from '../model/timeline'
import { type LiveEvent, useLive } from './use-live'

interface Options {
  conversationId: string
  /** The sequence that the conversation was loaded at. */
  after: number
  /** Whether the reader may see no contents. */
  blind: boolean
  /** A document was born while one looked on. */
  onBirth: (row: CardRow) => void
}

/** The messages with their cards, kept live: loaded cards where the server places them, new ones at the tail. */
export function useChat({ conversationId, after, blind, onBirth }: Options) {
  const client = useClient()
  const [{ data, error }, ask] = useQuery({ query: MessagesQuery, variables: { id: conversationId }, pause: blind })
  const loaded = useCards(conversationId, blind)
  const [arrivals, setArrivals] = useState<Arrivals>(new Map())
  const newest = useRef(arrivals)
  const onEvent = useStable((event: LiveEvent) => {
    // The cache has folded the event already; what is drawn may lag behind by a moment.
    const said = client.readQuery(MessagesQuery, { id: conversationId })?.data?.conversation?.messages.nodes ?? []
    const scene = { lastMessage: said.at(-1)?.id ?? null, drawn: loaded ? drawn(said, loaded) : null }
    const born = birthIn(newest.current, event, scene)
    newest.current = arrive(newest.current, event, scene)
    setArrivals(newest.current)
    if (born) onBirth(born)
  })
  const live = useLive(conversationId, after, onEvent)

  const messages = data?.conversation?.messages
  const entries = useMemo(() => messages && timeline(messages.nodes, loaded ?? [], arrivals), [messages, loaded, arrivals])
  return { live, messages, entries, error, retry: () => ask({ requestPolicy: 'network-only' }) }
}

/** Their words tell how long ago something was, so that they are asked for anew every minute. */
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

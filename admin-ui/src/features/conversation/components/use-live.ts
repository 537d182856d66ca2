import { useEffect, useState } from 'react'
import { type Client, createRequest } from 'urql'
import { onEnd, pipe, subscribe } from 'wonka'
import type { ConversationEventsSubscription } from '~/gql/graphql'
import { useConnection } from '~/shared/api/client'
import { faultOf } from '~/shared/api/fault'
import { follow, type LiveState, type Open } from '~/shared/api/follow'
import type { Socket } from '~/shared/api/socket'
import { ConversationEvents } from '../api/conversation'

type Event = ConversationEventsSubscription['conversationEvents']

const hopeless = new Set(['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED'])

/**
 * Follows a conversation after a sequence. What arrives reaches whoever shows it through the cache
 * (api/cache.ts); this only keeps the stream going and says how it stands.
 */
export function useLive(conversationId: string, after: number | undefined): { state: LiveState; last: number } {
  const { client, socket } = useConnection()
  const [state, setState] = useState<LiveState>('connecting')
  const [last, setLast] = useState(after ?? 0)
  const known = after !== undefined
  useEffect(() => {
    if (!known) return
    return follow<Event>({
      open: opener(client, socket, conversationId),
      after: after ?? 0,
      onEvent: (event) => setLast(event.sequence),
      onResync: () => {},
      onState: setState,
    })
    // oxlint-disable-next-line react/exhaustive-deps -- `after` is only where to begin
  }, [client, socket, conversationId, known])
  return { state, last: Math.max(last, after ?? 0) }
}

function opener(client: Client, socket: Socket, conversationId: string): Open<Event> {
  return (after, sink) => {
    const request = createRequest(ConversationEvents, { conversationId, after })
    const off = socket.onOpen(() => sink.opened())
    if (socket.isOpen()) queueMicrotask(() => sink.opened())
    const { unsubscribe } = pipe(
      client.executeSubscription(request),
      onEnd(() => sink.failed(false)),
      subscribe(({ data, error }) => {
        if (error) sink.failed(hopeless.has(faultOf(error)?.code ?? ''))
        else if (data) sink.next(data.conversationEvents)
      }),
    )
    return () => {
      off()
      unsubscribe()
    }
  }
}

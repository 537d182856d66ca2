import { useThrottledValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { type Client, createRequest } from 'urql'
import { onEnd, pipe, subscribe } from 'wonka'
import type { ConversationEventsSubscription } from '~/gql/graphql'
import { useConnection } from '~/shared/api/client'
import { faultOf } from '~/shared/api/fault'
import { follow, type LiveState, type Open } from '~/shared/api/follow'
import type { Socket } from '~/shared/api/socket'
import { language } from '~/shared/lib/language'
import { useStable } from '~/shared/lib/use-stable'
import { ConversationEvents } from '../api/conversation'

export type LiveEvent = ConversationEventsSubscription['conversationEvents']

export interface Live {
  state: LiveState
  last: number
  /** Changes when lists must be fetched again: shortly after events, and after a lost connection is back. */
  revision: string
}

const unrecoverable = new Set(['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED'])

/** The minimum time in ms between two requests of a list, however fast an agent writes. */
const refreshInterval = 1_000

/**
 * Follows the events of a conversation after a sequence. It keeps the stream open, returns its state, and
 * passes on each event. The cache (api/cache.ts) updates what is on screen.
 */
export function useLive(conversationId: string, after: number | undefined, onEvent?: (event: LiveEvent) => void): Live {
  const { client, socket } = useConnection()
  const [state, setState] = useState<LiveState>('connecting')
  const [last, setLast] = useState(after ?? 0)
  const [reloads, setReloads] = useState(0)
  const wasDisconnected = useRef(false)
  const emit = useStable((event: LiveEvent) => onEvent?.(event))
  const known = after !== undefined
  useEffect(() => {
    if (!known) return
    return follow<LiveEvent>({
      open: opener(client, socket, conversationId),
      after: after ?? 0,
      onEvent: (event) => {
        setLast(event.sequence)
        emit(event)
      },
      onResync: (event) => {
        setReloads((n) => n + 1)
        emit(event)
      },
      onState: (next) => {
        setState(next)
        if (next === 'live' && wasDisconnected.current) setReloads((n) => n + 1)
        if (next !== 'connecting') wasDisconnected.current = next === 'reconnecting'
      },
    })
    // oxlint-disable-next-line react/exhaustive-deps -- `after` is only the start
  }, [client, socket, conversationId, known, emit])
  const latest = Math.max(last, after ?? 0)
  const throttled = useThrottledValue(latest, refreshInterval)
  return { state, last: latest, revision: `${throttled}/${reloads}` }
}

function opener(client: Client, socket: Socket, conversationId: string): Open<LiveEvent> {
  return (after, sink) => {
    const request = createRequest(ConversationEvents, { conversationId, after, language })
    const removeListener = socket.onOpen(() => sink.opened())
    if (socket.isOpen()) queueMicrotask(() => sink.opened())
    const { unsubscribe } = pipe(
      client.executeSubscription(request),
      onEnd(() => sink.failed(false)),
      subscribe(({ data, error }) => {
        if (error) sink.failed(unrecoverable.has(faultOf(error)?.code ?? ''))
        else if (data) sink.next(data.conversationEvents)
      }),
    )
    return () => {
      removeListener()
      unsubscribe()
    }
  }
}

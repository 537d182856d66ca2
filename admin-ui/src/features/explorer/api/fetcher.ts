import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit'
import { headersFor } from '~/shared/api/client'
import type { Socket } from '~/shared/api/socket'

/**
 * Sends GraphiQL's operations past the cache with the session's key: subscriptions over its
 * WebSocket, anything else by POST. `onSchema` hears whether the server told its schema.
 */
export function fetcherOf(key: string, socket: Socket, onSchema: (told: boolean) => void): Fetcher {
  const send = createGraphiQLFetcher({ url: '/graphql', headers: headersFor(key), wsClient: socket.client, enableIncrementalDelivery: false })
  return async (operation, options) => {
    const answer = await send(operation, options)
    if (operation.operationName === 'IntrospectionQuery') onSchema(tellsSchema(answer))
    return answer
  }
}

function tellsSchema(answer: unknown): boolean {
  const { data } = Object(answer) as { data?: object | null }
  return Boolean(data && '__schema' in data)
}

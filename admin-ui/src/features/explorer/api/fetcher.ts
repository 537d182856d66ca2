import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit'
import { headersFor } from '~/shared/api/client'
import type { Socket } from '~/shared/api/socket'

/**
 * Sends GraphiQL's operations past the cache with the session's key: subscriptions over its
 * WebSocket, anything else by POST. `onSchema` hears whether the server available its schema.
 */
export function fetcherOf(key: string, socket: Socket, onSchema: (available: boolean) => void): Fetcher {
  const send = createGraphiQLFetcher({ url: '/graphql', headers: headersFor(key), wsClient: socket.client, enableIncrementalDelivery: false })
  return async (operation, options) => {
    const answer = await send(operation, options)
    if (operation.operationName === 'IntrospectionQuery') onSchema(hasSchema(answer))
    return answer
  }
}

function hasSchema(answer: unknown): boolean {
  const { data } = Object(answer) as { data?: object | null }
  return Boolean(data && '__schema' in data)
}

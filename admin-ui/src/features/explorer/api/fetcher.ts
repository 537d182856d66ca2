import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit'
import { headersFor } from '~/shared/api/client'
import type { Socket } from '~/shared/api/socket'

/**
 * Returns a fetcher that sends GraphiQL's operations with the session's key and without the cache: subscriptions
 * over the WebSocket, others by POST. `onSchema` receives whether the server returned its schema.
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

import { cacheExchange, type KeyingConfig } from '@urql/exchange-graphcache'
import { createContext, useContext } from 'react'
import { Client, type CombinedError, type Exchange, fetchExchange, mapExchange, subscriptionExchange } from 'urql'
import type { CachePart } from './cache'
import { faultsOf } from './fault'
import { signOut } from './session'
import { openSocket, type Socket } from './socket'

export interface Connection {
  client: Client
  socket: Socket
}

const plainObjects = ['PageInfo']

/** Creates the client of one session. Signing out discards it together with its cache. */
export function connect(key: string, parts: CachePart[]): Connection {
  const socket = openSocket(key)
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: () => ({ headers: headersFor(key) }),
    exchanges: [mapExchange({ onError: signOutWhenUnauthenticated }), cacheOf(parts), dropPartialData, fetchExchange, overSocket(socket)],
  })
  return { client, socket }
}

/**
 * Returns the headers of every request. Responses are not streamed; live events use the WebSocket. The last
 * header proves that the request does not come from a page of another site.
 */
export function headersFor(key: string): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    accept: 'application/graphql-response+json, application/json',
    'apollo-require-preflight': 'true',
  }
}

export function cacheOf(parts: CachePart[]): Exchange {
  return cacheExchange({
    keys: keysOf(parts.flatMap((part) => part.keyless ?? [])),
    updates: {
      Mutation: Object.assign({}, ...parts.map((part) => part.mutations)),
      Subscription: Object.assign({}, ...parts.map((part) => part.subscriptions)),
    },
  })
}

/** Returns the keys of objects without an id: none, so the cache stores them inside their parent. */
function keysOf(keyless: string[]): KeyingConfig {
  return Object.fromEntries([...plainObjects, ...keyless].map((name) => [name, () => null]))
}

/**
 * Keeps responses with errors out of the cache. A field that failed makes its parents null, and the cache
 * would read that as "does not exist".
 */
const dropPartialData = mapExchange({
  onResult: (result) => (result.error && result.operation.kind === 'query' ? { ...result, data: undefined } : result),
})

function signOutWhenUnauthenticated(error: CombinedError) {
  const unknown = faultsOf(error).find((fault) => fault.code === 'UNAUTHENTICATED')
  if (unknown) signOut(unknown.message)
}

function overSocket(socket: Socket): Exchange {
  return subscriptionExchange({
    forwardSubscription: ({ query = '', variables }) => ({
      subscribe: (sink) => ({ unsubscribe: socket.client.subscribe({ query, variables }, sink) }),
    }),
  })
}

export const ConnectionContext = createContext<Connection | null>(null)

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('useConnection must be called inside a signed-in session')
  return connection
}


import { createClient, type Client as SocketClient } from 'graphql-ws'

/** The WebSocket of a session. The first subscription opens it, and it closes after the last. */
export interface Socket {
  client: SocketClient
  isOpen(): boolean
  onOpen(listener: () => void): () => void
  close(): void
}

export function openSocket(key: string): Socket {
  let open = false
  const client = createClient({
    url: new URL('/graphql', location.href.replace(/^http/, 'ws')).href,
    connectionParams: { authorization: `Bearer ${key}` },
    lazyCloseTimeout: 2_000,
    keepAlive: 15_000,
    // A repeated subscription needs a new starting sequence, so `follow` reopens it.
    retryAttempts: 0,
    on: {
      connected: () => (open = true),
      closed: () => (open = false),
    },
  })
  return {
    client,
    isOpen: () => open,
    onOpen: (listener) => client.on('connected', listener),
    close: () => void client.dispose(),
  }
}

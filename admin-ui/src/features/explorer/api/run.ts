import { buildClientSchema, getIntrospectionQuery, type GraphQLSchema, type IntrospectionQuery } from 'graphql'
import { headersFor } from '~/shared/api/client'
import type { Socket } from '~/shared/api/socket'
import type { Operation } from '../model/operation'

/** Sends a query or a mutation past the cache, and answers what came, errors included. */
export async function ask(key: string, { query, variables, operationName }: Omit<Operation, 'live'>): Promise<unknown> {
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { ...headersFor(key), 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables, operationName }),
  })
  return answer.json()
}

/** The answer to one operation and how long it took; a server that does not answer is an answer too. */
export async function time(key: string, operation: Operation): Promise<{ answer: unknown; milliseconds: number }> {
  const began = performance.now()
  const answer = await ask(key, operation).catch(() => ({ errors: [{ message: 'The server does not answer.' }] }))
  return { answer, milliseconds: Math.round(performance.now() - began) }
}

/** Follows a subscription; answers how to stop. */
export function listen(socket: Socket, operation: Operation, onEvent: (event: unknown) => void, onEnd: () => void): () => void {
  const { query, variables, operationName } = operation
  return socket.client.subscribe(
    { query, variables, operationName },
    {
      next: onEvent,
      error: (error) => {
        onEvent({ errors: Array.isArray(error) ? error : [{ message: 'The connection broke.' }] })
        onEnd()
      },
      complete: onEnd,
    },
  )
}

/** The schema as the server tells it; null where introspection is switched off. */
export async function fetchSchema(key: string): Promise<GraphQLSchema | null> {
  const answer = (await ask(key, { query: getIntrospectionQuery({ descriptions: true }), variables: {} })) as { data?: IntrospectionQuery }
  return answer.data ? buildClientSchema(answer.data) : null
}

import { parse } from 'graphql'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Socket } from '~/shared/api/socket'
import { fetcherOf } from './fetcher'

afterEach(() => vi.unstubAllGlobals())

/** A server that answers every POST with the same body, and a socket with one event. */
function setup(answer: unknown) {
  const post = vi.fn(async (_url: string, _init: RequestInit) => ({ json: async () => answer }))
  vi.stubGlobal('fetch', post)
  const subscribe = vi.fn((_operation: unknown, sink: { next(event: unknown): void }) => {
    sink.next({ data: { tick: 1 } })
    return () => {}
  })
  const onSchema = vi.fn()
  const send = fetcherOf('a key', { client: { subscribe } } as unknown as Socket, onSchema)
  return { post, subscribe, onSchema, send }
}

describe('fetcherOf', () => {
  it('posts a query with the key of the session', async () => {
    const { post, send, onSchema } = setup({ data: { me: null } })
    expect(await send({ query: '{ me { user } }' }, {})).toEqual({ data: { me: null } })
    expect(post).toHaveBeenCalledWith('/graphql', expect.objectContaining({ method: 'POST', headers: expect.objectContaining({ authorization: 'Bearer a key' }) }))
    expect(onSchema).not.toHaveBeenCalled()
  })

  it('follows a subscription over the socket of the session', async () => {
    const { post, subscribe, send } = setup(null)
    const query = 'subscription Ticks { tick }'
    const events = (await send({ query, operationName: 'Ticks' }, { documentAST: parse(query) })) as AsyncIterableIterator<unknown>
    expect(await events.next()).toEqual({ done: false, value: { data: { tick: 1 } } })
    expect(subscribe).toHaveBeenCalledOnce()
    expect(post).not.toHaveBeenCalled()
  })

  it.each([
    [true, { data: { __schema: {} } }],
    [false, { data: null, errors: [{ message: 'introspection disabled' }] }],
    [false, { errors: [{ message: 'introspection disabled' }] }],
  ])('reports %s for the schema in %j', async (available, answer) => {
    const { send, onSchema } = setup(answer)
    await send({ query: '{ __schema { types { name } } }', operationName: 'IntrospectionQuery' }, {})
    expect(onSchema).toHaveBeenCalledWith(available)
  })
})

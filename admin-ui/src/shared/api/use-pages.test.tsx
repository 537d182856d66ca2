import { act, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Client, gql, makeResult, type Operation, Provider } from 'urql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { filter, makeSubject, merge, mergeMap, never, pipe, share, takeUntil } from 'wonka'
import { type Pages, usePages } from './use-pages'

interface Rows {
  rows: string
  pageInfo: { hasNextPage: boolean; endCursor?: string }
}

const query = gql<{ list: Rows }, { after?: string; text: string }>`
  query Rows($after: String, $text: String) { list(after: $after, text: $text) { rows } }
`

describe('usePages', () => {
  let root: Root
  let shown: Pages<Rows>
  let asked: Operation[]
  let results: ReturnType<typeof makeSubject<ReturnType<typeof makeResult>>>
  let client: Client

  function List({ text, revision }: { text: string; revision: number }) {
    shown = usePages({ query, variables: (after) => ({ after, text }), page: ({ list }) => list, revision })
    return null
  }
  const draw = (text: string, revision = 0) =>
    act(() => root.render(createElement(Provider, { value: client }, createElement(List, { text, revision }))))
  const answer = (rows: string, end?: string) =>
    act(() => results.next(makeResult(last(), { data: { list: { rows, pageInfo: { hasNextPage: end !== undefined, endCursor: end } } } })))
  const refuse = (code: string, field?: string) =>
    act(() => results.next(makeResult(last(), { errors: [{ message: 'no', extensions: { code, field } }] } as never)))
  const last = () => asked.at(-1) as Operation
  const rows = () => shown.pages?.map((page) => page.rows).join(' ')
  const afters = () => asked.map(({ variables }) => (variables as { after?: string }).after)

  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    asked = []
    results = makeSubject()
    client = new Client({
      url: '/graphql', preferGetMethod: false,
      exchanges: [() => (operations$) => {
        const shared$ = pipe(operations$, share)
        const sent$ = pipe(shared$, filter(({ kind }) => kind === 'query'), mergeMap((operation) => {
          asked.push(operation)
          return pipe(never as typeof results.source, takeUntil(pipe(shared$, filter(({ kind, key }) => kind === 'teardown' && key === operation.key))))
        }))
        return merge([sent$, results.source])
      }],
    })
    root = createRoot(document.createElement('div'))
  })
  afterEach(() => act(() => root.unmount()))

  it('shows all pages as one', async () => {
    await draw('')
    await answer('a b', 'b')
    expect(rows()).toBeUndefined()
    await answer('c')
    expect(rows()).toBe('a b c')
    expect(afters()).toEqual([undefined, 'b'])
  })

  it('keeps showing the old rows while it fetches again', async () => {
    await draw('')
    await answer('a')
    await draw('', 1)
    expect(asked).toHaveLength(2)
    expect(last().context.requestPolicy).toBe('network-only')
    expect(rows()).toBe('a')
    await answer('b a')
    expect(rows()).toBe('b a')
  })

  it('fetches other variables from the cache first', async () => {
    await draw('x')
    await answer('a')
    await draw('y')
    expect(last().variables).toMatchObject({ text: 'y' })
    expect(last().context.requestPolicy).toBe('cache-and-network')
    await answer('b')
    expect(rows()).toBe('b')
  })

  it('reads a list from the start when the row of its cursor is gone', async () => {
    await draw('')
    await answer('a b', 'b')
    await refuse('INVALID', 'after')
    expect(afters()).toEqual([undefined, 'b', undefined])
    expect(shown.faults).toEqual([])
    await answer('a c')
    expect(rows()).toBe('a c')
  })

  it('reports other errors, and retries on request', async () => {
    await draw('')
    await refuse('FORBIDDEN')
    expect(shown.faults).toMatchObject([{ code: 'FORBIDDEN' }])
    await act(() => shown.retry())
    await answer('a')
    expect(shown.faults).toEqual([])
    expect(rows()).toBe('a')
  })

  it('gives up on a list that keeps changing', async () => {
    await draw('')
    for (let i = 0; i < 4; i++) {
      await answer('a', 'a')
      await refuse('INVALID', 'after')
    }
    expect(shown.faults).toMatchObject([{ code: 'INVALID' }])
  })
})

import { describe, expect, it } from 'vitest'
import { followPages, type PageSink } from './pages'

interface Rows {
  rows: string
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}

const page = (rows: string, end?: string): Rows => ({ rows, pageInfo: { hasNextPage: end !== undefined, endCursor: end } })

/** Reads pages from a server whose responses the test sends. */
function setup(limit?: number) {
  const openings: { after?: string; sink: PageSink<Rows>; closed: boolean }[] = []
  const seen: string[] = []
  const failures: unknown[] = []
  const stop = followPages<Rows>({
    open: (after, sink) => {
      const opening = { after, sink, closed: false }
      openings.push(opening)
      return () => (opening.closed = true)
    },
    limit,
    onPages: (pages) => seen.push(pages.map(({ rows }) => rows).join(' ')),
    onError: (error) => failures.push(error),
  })
  const at = (i: number) => openings[i] as (typeof openings)[number]
  return { openings, seen, failures, stop, at, open: () => openings.filter(({ closed }) => !closed).map(({ after }) => after) }
}

describe('followPages', () => {
  it('passes on a list of one page at once', () => {
    const { at, seen } = setup()
    at(0).sink.next(page('a b'))
    expect(seen).toEqual(['a b'])
  })

  it('passes on nothing before the last page has arrived', () => {
    const { at, seen, openings } = setup()
    at(0).sink.next(page('a b', 'b'))
    expect(seen).toEqual([])
    at(1).sink.next(page('c d', 'd'))
    at(2).sink.next(page('e'))
    expect(openings.map(({ after }) => after)).toEqual([undefined, 'b', 'd'])
    expect(seen).toEqual(['a b c d e'])
  })

  it('passes on a change inside a page without reading the others', () => {
    const { at, seen, openings } = setup()
    at(0).sink.next(page('a b', 'b'))
    at(1).sink.next(page('c'))
    at(0).sink.next(page('A b', 'b'))
    at(1).sink.next(page('C'))
    expect(seen).toEqual(['a b c', 'A b c', 'A b C'])
    expect(openings).toHaveLength(2)
  })

  it('reads the following pages again when a page has another end cursor', () => {
    const { at, seen, open } = setup()
    at(0).sink.next(page('a b', 'b'))
    at(1).sink.next(page('c'))
    at(0).sink.next(page('new a', 'a'))
    expect(open()).toEqual([undefined, 'a'])
    at(1).sink.next(page('too late'))
    at(2).sink.next(page('b c'))
    expect(seen).toEqual(['a b c', 'new a b c'])
  })

  it('drops the pages after one that has become the last', () => {
    const { at, seen, open } = setup()
    at(0).sink.next(page('a b', 'b'))
    at(1).sink.next(page('c'))
    at(0).sink.next(page('a'))
    expect(seen.at(-1)).toBe('a')
    expect(open()).toEqual([undefined])
  })

  it('reads no more pages than the limit', () => {
    const { at, seen, openings } = setup(1)
    at(0).sink.next(page('a b', 'b'))
    expect(seen).toEqual(['a b'])
    expect(openings).toHaveLength(1)
  })

  it('accepts responses that arrive while it opens', () => {
    const seen: string[] = []
    const answers: Record<string, Rows> = { '': page('a b', 'b'), b: page('c') }
    followPages<Rows>({
      open: (after = '', sink) => {
        sink.next(answers[after] as Rows)
        return () => {}
      },
      onPages: (pages) => seen.push(pages.map(({ rows }) => rows).join(' ')),
      onError: () => {},
    })
    expect(seen.at(-1)).toBe('a b c')
  })

  it('reports a failure, and nothing after it was stopped', () => {
    const { at, failures, stop, open } = setup()
    at(0).sink.next(page('a', 'a'))
    at(1).sink.failed('away')
    stop()
    at(1).sink.failed('again')
    at(0).sink.next(page('b'))
    expect(failures).toEqual(['away'])
    expect(open()).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { follow, type LiveState, type Sequenced, type Sink, retryDelay } from './follow'

/** Follows a stream whose events the test sends. */
function setup(after = 0) {
  const openings: { after: number; sink: Sink<Sequenced>; closed: boolean }[] = []
  const seen: number[] = []
  const states: LiveState[] = []
  let resyncs = 0
  let pauses: (() => void)[] = []
  const stop = follow<Sequenced>({
    open: (after, sink) => {
      const opening = { after, sink, closed: false }
      openings.push(opening)
      return () => (opening.closed = true)
    },
    after,
    onEvent: ({ sequence }) => seen.push(sequence),
    onResync: () => resyncs++,
    onState: (state) => states.push(state),
    pause: (_ms, then) => {
      pauses.push(then)
      return () => (pauses = [])
    },
  })
  const last = () => openings[openings.length - 1] as (typeof openings)[number]
  const wait = () => {
    for (const then of pauses.splice(0)) then()
  }
  return { openings, seen, states, stop, last, wait, resyncs: () => resyncs, waiting: () => pauses.length }
}

describe('follow', () => {
  it('continues after the last event that was seen', () => {
    const { openings, seen, last, wait } = setup(4)
    last().sink.next({ sequence: 5 })
    last().sink.next({ sequence: 6 })
    last().sink.failed(false)
    wait()
    expect(openings.map(({ after }) => after)).toEqual([4, 6])
    last().sink.next({ sequence: 7 })
    expect(seen).toEqual([5, 6, 7])
  })

  it('passes on a repeated event once', () => {
    const { seen, last } = setup()
    last().sink.next({ sequence: 1 })
    last().sink.next({ sequence: 1 })
    expect(seen).toEqual([1])
  })

  it('reports its state', () => {
    const { states, last, wait } = setup()
    last().sink.opened()
    last().sink.failed(false)
    wait()
    last().sink.opened()
    expect(states).toEqual(['connecting', 'live', 'reconnecting', 'live'])
  })

  it('reopens once, however often the failure is reported', () => {
    const { openings, last, wait } = setup()
    const { sink } = last()
    sink.failed(false)
    sink.failed(false)
    wait()
    sink.next({ sequence: 9 })
    expect(openings).toHaveLength(2)
  })

  it('ends after a final failure', () => {
    const { openings, states, last, waiting } = setup()
    last().sink.failed(true)
    expect(waiting()).toBe(0)
    expect(openings).toHaveLength(1)
    expect(states.at(-1)).toBe('ended')
  })

  it('continues at the sequence of a resync', () => {
    const { openings, last, wait, resyncs } = setup(2)
    last().sink.next({ sequence: 0, resync: 90 })
    last().sink.failed(false)
    wait()
    expect(resyncs()).toBe(1)
    expect(openings.map(({ after }) => after)).toEqual([2, 90])
  })

  it('does not reopen after it was stopped', () => {
    const { openings, last, stop, wait } = setup()
    last().sink.failed(false)
    stop()
    wait()
    expect(openings).toHaveLength(1)
    expect(last().closed).toBe(true)
  })
})

it('waits longer each time, up to a maximum', () => {
  expect([0, 1, 2, 9, 99].map(retryDelay)).toEqual([500, 1000, 2000, 15_000, 15_000])
})

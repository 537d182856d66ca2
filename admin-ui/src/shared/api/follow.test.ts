import { describe, expect, it } from 'vitest'
import { follow, type LiveState, type Sequenced, type Sink, retryDelay } from './follow'

/** A stream that the test drives by hand. */
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

  it('passes on once what comes twice', () => {
    const { seen, last } = setup()
    last().sink.next({ sequence: 1 })
    last().sink.next({ sequence: 1 })
    expect(seen).toEqual([1])
  })

  it('says how it stands', () => {
    const { states, last, wait } = setup()
    last().sink.opened()
    last().sink.failed(false)
    wait()
    last().sink.opened()
    expect(states).toEqual(['connecting', 'live', 'reconnecting', 'live'])
  })

  it('opens once for one break, however often it is told', () => {
    const { openings, last, wait } = setup()
    const { sink } = last()
    sink.failed(false)
    sink.failed(false)
    wait()
    sink.next({ sequence: 9 })
    expect(openings).toHaveLength(2)
  })

  it('ends when opening again cannot help', () => {
    const { openings, states, last, waiting } = setup()
    last().sink.failed(true)
    expect(waiting()).toBe(0)
    expect(openings).toHaveLength(1)
    expect(states.at(-1)).toBe('ended')
  })

  it('follows from where a resync says', () => {
    const { openings, last, wait, resyncs } = setup(2)
    last().sink.next({ sequence: 0, resync: 90 })
    last().sink.failed(false)
    wait()
    expect(resyncs()).toBe(1)
    expect(openings.map(({ after }) => after)).toEqual([2, 90])
  })

  it('stops for good', () => {
    const { openings, last, stop, wait } = setup()
    last().sink.failed(false)
    stop()
    wait()
    expect(openings).toHaveLength(1)
    expect(last().closed).toBe(true)
  })
})

it('waits longer each time, up to a bound', () => {
  expect([0, 1, 2, 9, 99].map(retryDelay)).toEqual([500, 1000, 2000, 15_000, 15_000])
})

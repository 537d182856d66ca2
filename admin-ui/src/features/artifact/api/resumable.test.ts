import { describe, expect, it } from 'vitest'
import { patience, sliceBytes } from '../model/slices'
import { type Door, Refused, sendThrough } from './resumable'

const size = 2.5 * sliceBytes
const refusal = (passing: boolean) => new Refused({ code: 'CONFLICT', message: 'No.', remedies: [] }, passing)

/** A door whose answers the test scripts: a number is how much of a slice arrives, an error is thrown after that much. */
function stage(...script: { keeps: number; fails?: Error }[]) {
  let arrived = 0
  const calls: string[] = []
  const rests: number[] = []
  const sent: number[] = []
  const door: Door = {
    offset: async () => (calls.push('ask'), arrived),
    put: async ({ from, to }, onSent) => {
      calls.push(`put ${from / sliceBytes}`)
      const { keeps, fails } = script.shift() ?? { keeps: 1 }
      arrived = from + (to - from) * keeps
      onSent(arrived - from)
      if (fails) throw fails
      return arrived
    },
  }
  const steps = { onSent: (bytes: number) => void sent.push(bytes / size), rest: async (ms: number) => void rests.push(ms) }
  return { door, steps, calls, rests, sent, arrived: () => arrived }
}

describe('sendThrough', () => {
  it('sends slice after slice, and tells how far it is', async () => {
    const { door, steps, calls, sent } = stage()
    await sendThrough(door, size, 0, steps)
    expect(calls).toEqual(['put 0', 'put 1', 'put 2'])
    expect(sent.at(-1)).toBe(1)
  })

  it('begins where an earlier attempt ended', async () => {
    const { door, steps, calls } = stage()
    await sendThrough(door, size, 2 * sliceBytes, steps)
    expect(calls).toEqual(['put 2'])
  })

  it('asks after a broken connection, and goes on at once from what has arrived', async () => {
    const { door, steps, calls, rests, arrived } = stage({ keeps: 1 }, { keeps: 0.5, fails: new TypeError('broken') })
    await sendThrough(door, size, 0, steps)
    expect(calls).toEqual(['put 0', 'put 1', 'ask', 'put 1.5'])
    expect(rests).toEqual([0])
    expect(arrived()).toBe(size)
  })

  it('goes on after a conflict, which says that the offset is another', async () => {
    const { door, steps, calls } = stage({ keeps: 0, fails: refusal(true) })
    await sendThrough(door, size, 0, steps)
    expect(calls.slice(0, 3)).toEqual(['put 0', 'ask', 'put 0'])
  })

  it('stops at a refusal that stays', async () => {
    const { door, steps, calls } = stage({ keeps: 0, fails: refusal(false) })
    await expect(sendThrough(door, size, 0, steps)).rejects.toThrow('No.')
    expect(calls).toEqual(['put 0'])
  })

  it('gives up when nothing arrives, but not while something does', async () => {
    const nothing = Array.from({ length: patience + 1 }, () => ({ keeps: 0, fails: new TypeError('broken') }))
    const stuck = stage(...nothing)
    await expect(sendThrough(stuck.door, size, 0, stuck.steps)).rejects.toThrow('broken')
    const slow = Array.from({ length: patience + 5 }, () => ({ keeps: 0.1, fails: new TypeError('broken') }))
    const moving = stage(...slow)
    await sendThrough(moving.door, size, 0, moving.steps)
    expect(moving.arrived()).toBe(size)
  })

  it('ends when it is called off', async () => {
    const { door, steps, calls } = stage()
    await expect(sendThrough(door, size, 0, { ...steps, signal: AbortSignal.abort() })).rejects.toThrow()
    expect(calls).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { maxFailures, sliceBytes } from '../model/slices'
import { type UploadEndpoint, UploadError, sendSlices } from './resumable'

const size = 2.5 * sliceBytes
const failure = (temporary: boolean) => new UploadError({ code: 'CONFLICT', message: 'No.', remedies: [] }, temporary)

/** An endpoint with scripted responses: `keeps` is the share of a slice that arrives; `fails` is thrown after it. */
function setup(...script: { keeps: number; fails?: Error }[]) {
  let arrived = 0
  const calls: string[] = []
  const waits: number[] = []
  const sent: number[] = []
  const endpoint: UploadEndpoint = {
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
  const steps = { onSent: (bytes: number) => void sent.push(bytes / size), wait: async (ms: number) => void waits.push(ms) }
  return { endpoint, steps, calls, waits, sent, arrived: () => arrived }
}

describe('sendSlices', () => {
  it('sends slice after slice and reports the progress', async () => {
    const { endpoint, steps, calls, sent } = setup()
    await sendSlices(endpoint, size, 0, steps)
    expect(calls).toEqual(['put 0', 'put 1', 'put 2'])
    expect(sent.at(-1)).toBe(1)
  })

  it('starts where an earlier attempt ended', async () => {
    const { endpoint, steps, calls } = setup()
    await sendSlices(endpoint, size, 2 * sliceBytes, steps)
    expect(calls).toEqual(['put 2'])
  })

  it('reads the offset after a lost connection and continues there at once', async () => {
    const { endpoint, steps, calls, waits, arrived } = setup({ keeps: 1 }, { keeps: 0.5, fails: new TypeError('broken') })
    await sendSlices(endpoint, size, 0, steps)
    expect(calls).toEqual(['put 0', 'put 1', 'ask', 'put 1.5'])
    expect(waits).toEqual([0])
    expect(arrived()).toBe(size)
  })

  it('continues after a conflict with the new offset', async () => {
    const { endpoint, steps, calls } = setup({ keeps: 0, fails: failure(true) })
    await sendSlices(endpoint, size, 0, steps)
    expect(calls.slice(0, 3)).toEqual(['put 0', 'ask', 'put 0'])
  })

  it('stops at a permanent error', async () => {
    const { endpoint, steps, calls } = setup({ keeps: 0, fails: failure(false) })
    await expect(sendSlices(endpoint, size, 0, steps)).rejects.toThrow('No.')
    expect(calls).toEqual(['put 0'])
  })

  it('gives up when nothing more arrives, but not before', async () => {
    const nothing = Array.from({ length: maxFailures + 1 }, () => ({ keeps: 0, fails: new TypeError('broken') }))
    const stuck = setup(...nothing)
    await expect(sendSlices(stuck.endpoint, size, 0, stuck.steps)).rejects.toThrow('broken')
    const slow = Array.from({ length: maxFailures + 5 }, () => ({ keeps: 0.1, fails: new TypeError('broken') }))
    const moving = setup(...slow)
    await sendSlices(moving.endpoint, size, 0, moving.steps)
    expect(moving.arrived()).toBe(size)
  })

  it('stops when it is cancelled', async () => {
    const { endpoint, steps, calls } = setup()
    await expect(sendSlices(endpoint, size, 0, { ...steps, signal: AbortSignal.abort() })).rejects.toThrow()
    expect(calls).toEqual([])
  })
})

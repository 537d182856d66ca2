import { expect, it } from 'vitest'
import { retryDelay, sliceAt, sliceBytes } from './slices'

const mib = 1024 * 1024

it('cuts a file into slices without gaps', () => {
  const size = 40 * mib
  const slices = []
  for (let slice = sliceAt(size, 0); slice; slice = sliceAt(size, slice.to)) slices.push(slice)
  expect(slices).toEqual([
    { from: 0, to: 16 * mib },
    { from: 16 * mib, to: 32 * mib },
    { from: 32 * mib, to: size },
  ])
})

it('continues at any offset of the server', () => {
  expect(sliceAt(40 * mib, 24 * mib + 1)).toEqual({ from: 24 * mib + 1, to: 40 * mib })
  expect(sliceAt(sliceBytes, sliceBytes)).toBeNull()
})

it('retries at once, then waits longer, up to a maximum', () => {
  expect([1, 2, 3, 4, 99].map(retryDelay)).toEqual([0, 500, 1000, 2000, 10_000])
})

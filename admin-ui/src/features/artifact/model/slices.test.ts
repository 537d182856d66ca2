import { expect, it } from 'vitest'
import { retryDelay, sliceAt, sliceBytes } from './slices'

const mib = 1024 * 1024

it('cuts a file into slices that leave nothing out', () => {
  const size = 40 * mib
  const slices = []
  for (let slice = sliceAt(size, 0); slice; slice = sliceAt(size, slice.to)) slices.push(slice)
  expect(slices).toEqual([
    { from: 0, to: 16 * mib },
    { from: 16 * mib, to: 32 * mib },
    { from: 32 * mib, to: size },
  ])
})

it('goes on from wherever the server stands', () => {
  expect(sliceAt(40 * mib, 24 * mib + 1)).toEqual({ from: 24 * mib + 1, to: 40 * mib })
  expect(sliceAt(sliceBytes, sliceBytes)).toBeNull()
})

it('goes on at once, then rests longer, up to a bound', () => {
  expect([1, 2, 3, 4, 99].map(retryDelay)).toEqual([0, 500, 1000, 2000, 10_000])
})

import { describe, expect, it } from 'vitest'
import { type Candidate, compare, type Resolution, same } from './compare'

const candidate = (id: string, priority = 0): Candidate => ({
  type: { id, name: id.toUpperCase(), contentType: 'a/b', priority, systemSupplied: false, defaultDeliveryMode: 'INLINE' },
  tier: 'EXACT',
  reason: `reason of ${id}`,
})
const answer = (...candidates: Candidate[]): Resolution => ({
  type: candidates[0] ? { id: candidates[0].type.id, name: candidates[0].type.name } : null,
  tier: candidates[0]?.tier ?? null,
  reason: 'because',
  candidates,
})

describe('compare', () => {
  it('reports a new winner and the moves', () => {
    const { winnerChanged, before, now, moves } = compare(answer(candidate('a'), candidate('b')), answer(candidate('b', 5), candidate('a')))
    expect({ winnerChanged, before, now }).toEqual({ winnerChanged: true, before: 'A', now: 'B' })
    expect([...moves]).toEqual([
      ['b', 'up'],
      ['a', 'down'],
    ])
  })

  it('reports new and removed candidates', () => {
    const { moves, gone } = compare(answer(candidate('a'), candidate('b')), answer(candidate('a'), candidate('c')))
    expect(moves.get('a')).toBe('same')
    expect(moves.get('c')).toBe('new')
    expect(gone.map(({ type }) => type.id)).toEqual(['b'])
  })

  it('says "no type" without a winner', () => {
    expect(compare(answer(), answer(candidate('a')))).toMatchObject({ winnerChanged: true, before: 'no type', now: 'A' })
  })
})

it('compares answers by their content', () => {
  expect(same(answer(candidate('a')), answer(candidate('a')))).toBe(true)
  expect(same(answer(candidate('a')), answer(candidate('a', 1)))).toBe(false)
})

import { describe, expect, it } from 'vitest'
import { chosenOf, filterOf, railOf } from './rail'

const group = (key: string, label: string, count: number) => ({ key, label, count })
const answer = (recent: string[]) => ({
  id: 'c1',
  kinds: {
    groups: [group('k:DOC', 'DOC', 8), group('k:SERVICE', 'SERVICE', 1), group('k:CODE', 'CODE', 12)],
    recent: recent.map((id) => ({ id })),
    counts: { items: 9, code: 12, total: 21, full: false },
  },
  helpers: { groups: [group('h:build', 'build', 5), group('h:Desk', 'Desk', 1), group('h:', '', 15)] },
})

describe('railOf', () => {
  it('counts kinds and helpers, without the main agent', () => {
    expect(railOf(answer(['a', 'b']))).toEqual({
      all: { key: 'all', label: 'All', count: 21 },
      recent: { key: 'recent', label: 'Recent', count: 2 },
      recentIds: ['a', 'b'],
      kinds: [
        { key: 'k:DOC', label: 'Documents', count: 8 },
        { key: 'k:SERVICE', label: 'Services', count: 1 },
        { key: 'k:CODE', label: 'Code', count: 12 },
      ],
      helpers: [group('h:build', 'build', 5), group('h:Desk', 'Desk', 1)],
    })
  })

  it('has no recent rows in a short list', () => {
    expect(railOf(answer([])).recent).toBeUndefined()
  })
})

describe('chosenOf', () => {
  const rail = railOf(answer(['a']))
  it.each([
    [undefined, 'all'], ['all', 'all'], ['recent', 'recent'], ['k:DOC', 'k:DOC'], ['h:Desk', 'h:Desk'],
    ['k:PAGE', 'all'], ['h:gone', 'all'], ['h:', 'all'], ['nonsense', 'all'],
  ])('%s is %s', (choice, chosen) => {
    expect(chosenOf(choice, rail)).toBe(chosen)
  })

  it('falls back when there are no recent rows, and keeps the choice until the rail is loaded', () => {
    expect(chosenOf('recent', railOf(answer([])))).toBe('all')
    expect(chosenOf('h:gone', undefined)).toBe('h:gone')
  })
})

describe('filterOf', () => {
  it.each([
    ['all', '', undefined],
    ['recent', '', undefined],
    ['all', 'plan', { text: 'plan' }],
    ['k:DOC', '', { kinds: ['DOC'] }],
    ['k:DOC', 'plan', { text: 'plan', kinds: ['DOC'] }],
    ['h:k:DOC', '', { helper: 'k:DOC' }],
  ])('%s and %j', (choice, text, filter) => {
    expect(filterOf(choice, text)).toEqual(filter)
  })
})

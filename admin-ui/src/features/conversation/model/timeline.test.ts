import { describe, expect, it } from 'vitest'
import type { DeliverableFieldsFragment, MessageFieldsFragment } from '~/gql/graphql'
import { timeline } from './timeline'

const minute = (n: number) => `2026-06-01T12:${String(n).padStart(2, '0')}:00Z`
const message = (id: string, n: number) => ({ id, createdAt: minute(n) }) as MessageFieldsFragment
const row = (id: string, n: number | null, own: Partial<DeliverableFieldsFragment> = {}) =>
  ({ id, key: id, kind: 'DOC', state: null, firstAt: n === null ? null : minute(n), card: { id: `card ${id}`, autoOpen: false }, ...own }) as DeliverableFieldsFragment
const ids = (entries: ReturnType<typeof timeline>) => entries.map(({ id }) => id)

describe('timeline', () => {
  const messages = [message('m1', 10), message('m2', 20)]

  it('puts a card before the first younger message, and later ones at the end', () => {
    expect(ids(timeline(messages, [row('late', 30), row('mid', 15)], false))).toEqual(['m1', 'card mid', 'm2', 'card late'])
  })

  it('keeps a card of the same instant behind its message', () => {
    expect(ids(timeline(messages, [row('same', 10)], false))).toEqual(['m1', 'card same', 'm2'])
  })

  it('leaves cards older than the page to the chip when older messages are not shown', () => {
    expect(ids(timeline(messages, [row('old', 5)], true))).toEqual(['m1', 'm2'])
    expect(ids(timeline(messages, [row('old', 5)], false))).toEqual(['card old', 'm1', 'm2'])
  })

  it('puts a card without an instant at the end', () => {
    expect(ids(timeline(messages, [row('undated', null)], false)).at(-1)).toBe('card undated')
  })

  it('draws no card for code and for what was deleted', () => {
    const rows = [row('x', 15, { kind: 'CODE', card: null }), row('gone', 15, { state: 'DELETED' })]
    expect(ids(timeline(messages, rows, false))).toEqual(['m1', 'm2'])
  })

  it('shows cards where nothing was said', () => {
    expect(ids(timeline([], [row('b', 2), row('a', 1)], false))).toEqual(['card a', 'card b'])
  })
})

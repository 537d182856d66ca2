import { describe, expect, it } from 'vitest'
import type { MessageFieldsFragment, Placement } from '~/gql/graphql'
import { type Arrivals, addArrival, newDocumentIn, type CardRow, type ChatView } from './arrivals'
import { drawn, timeline } from './timeline'

const minute = (n: number) => `2026-06-01T12:${String(n).padStart(2, '0')}:00Z`
const message = (id: string, n: number) => ({ id, createdAt: minute(n) }) as MessageFieldsFragment
const row = (id: string, n: number | null, place?: Placement, before?: string, own: object = {}) =>
  ({
    id, key: id, kind: 'DOC', state: null, edits: 0, firstAt: n === null ? null : minute(n),
    card: { id: `card ${id}`, autoOpen: false, placement: place, before: before ? { id: before } : null }, ...own,
  }) as unknown as CardRow
const ids = (entries: ReturnType<typeof timeline>) => entries.map(({ id }) => id)
const event = (own: CardRow, kind = 'DELIVERABLE' as const) => ({ kind, deliverable: own, removedId: null })
const view = (own: Partial<ChatView> = {}): ChatView => ({ lastMessage: 'm2', drawn: new Set(), ...own })
const none: Arrivals = new Map()
const m1 = message('m1', 10)
const m2 = message('m2', 20)
const m3 = message('m3', 40)

describe('a loaded card', () => {
  it.each<[string, CardRow[], string[]]>([
    ['is placed before the message that the server names', [row('a', 15, 'AMONG', 'm2')], ['m1', 'card a', 'm2']],
    ['is placed after all messages at the tail', [row('a', 30, 'TAIL')], ['m1', 'm2', 'card a']],
    ['is not drawn when it has no place', [row('a', 5, 'NOWHERE')], ['m1', 'm2']],
    ['is not drawn when its message is not loaded', [row('a', 5, 'AMONG', 'm0')], ['m1', 'm2']],
    ['is not drawn after its card was removed', [row('a', 15, 'AMONG', 'm2', { card: null })], ['m1', 'm2']],
    ['is ordered by creation, then by key', [row('c', 32, 'TAIL'), row('b', 31, 'TAIL'), row('a', 32, 'TAIL')], ['m1', 'm2', 'card b', 'card a', 'card c']],
  ])('%s', (_name, loaded, expected) => {
    expect(ids(timeline([m1, m2], loaded, none))).toEqual(expected)
  })

  it('stays before later messages', () => {
    expect(ids(timeline([m1, m2, m3], [row('a', 30, 'TAIL')], none))).toEqual(['m1', 'm2', 'card a', 'm3'])
  })

  it('is drawn without messages', () => {
    expect(ids(timeline([], [row('b', 2, 'TAIL'), row('a', 1, 'TAIL')], none))).toEqual(['card a', 'card b'])
  })
})

describe('a card that arrives live', () => {
  it('goes to the end, however old its file is, and stays there', () => {
    const arrivals = addArrival(none, event(row('old', 1)), view())
    expect(ids(timeline([m1, m2], [], arrivals))).toEqual(['m1', 'm2', 'card old'])
    expect(ids(timeline([m1, m2, m3], [], arrivals))).toEqual(['m1', 'm2', 'card old', 'm3'])
    expect(ids(timeline([m1, m2, m3], [row('old', 1, 'AMONG', 'm1')], arrivals)), 'fetched again').toEqual(['m1', 'm2', 'card old', 'm3'])
  })

  it('follows the loaded cards at the end, in the order of arrival', () => {
    const arrivals = addArrival(addArrival(none, event(row('z', 35)), view()), event(row('y', 34)), view())
    expect(ids(timeline([m1, m2], [row('a', 30, 'TAIL')], arrivals))).toEqual(['m1', 'm2', 'card a', 'card z', 'card y'])
  })

  it('stays after the loaded cards of its place when a message arrives', () => {
    const arrivals = addArrival(none, event(row('z', 35)), view())
    expect(ids(timeline([m1, m2, m3], [row('a', 30, 'TAIL')], arrivals))).toEqual(['m1', 'm2', 'card a', 'card z', 'm3'])
  })

  it('is patched in place', () => {
    const first = addArrival(none, event(row('a', 30)), view())
    const again = addArrival(first, event(row('a', 30, undefined, undefined, { edits: 3 })), view({ lastMessage: 'm3' }))
    expect(again.get('a')).toMatchObject({ after: 'm2', row: { edits: 3 } })
    expect(ids(timeline([m1, m2, m3], [], again))).toEqual(['m1', 'm2', 'card a', 'm3'])
  })

  it('does not move a drawn card', () => {
    const loaded = [row('a', 15, 'AMONG', 'm2')]
    const arrivals = addArrival(none, event(row('a', 15)), view({ drawn: drawn([m1, m2], loaded) }))
    expect(ids(timeline([m1, m2], loaded, arrivals))).toEqual(['m1', 'card a', 'm2'])
  })

  it('shows a card that is older than the chat', () => {
    const loaded = [row('a', 5, 'NOWHERE')]
    const arrivals = addArrival(none, event(row('a', 5)), view({ drawn: drawn([m1, m2], loaded) }))
    expect(ids(timeline([m1, m2], loaded, arrivals))).toEqual(['m1', 'm2', 'card a'])
  })

  it('uses the loaded place when it arrived before the cards were loaded', () => {
    const arrivals = addArrival(none, event(row('a', 15)), view({ drawn: null }))
    expect(ids(timeline([m1, m2], [row('a', 15, 'AMONG', 'm2')], arrivals))).toEqual(['m1', 'card a', 'm2'])
    expect(ids(timeline([m1, m2], [], arrivals)), 'and is not lost').toEqual(['m1', 'm2', 'card a'])
  })

  it('is removed with its row, and by a resync', () => {
    const arrivals = addArrival(none, event(row('a', 30)), view())
    expect(addArrival(arrivals, { kind: 'REMOVED', deliverable: null, removedId: 'a' }, view()).size).toBe(0)
    expect(addArrival(arrivals, event(row('a', 30, undefined, undefined, { card: null })), view()).size).toBe(0)
    expect(addArrival(arrivals, { kind: 'RESYNC', deliverable: null, removedId: null }, view()).size).toBe(0)
  })
})

describe('newDocumentIn', () => {
  const created = row('a', 30, undefined, undefined, { card: { id: 'card a', autoOpen: true } })
  it.each<[string, Arrivals, CardRow, ChatView, boolean]>([
    ['opens a new document', none, created, view(), true],
    ['does not open a row without autoOpen', none, row('a', 30), view(), false],
    ['does not open a document twice', addArrival(none, event(created), view()), created, view(), false],
    ['does not open a drawn card', none, created, view({ drawn: new Set(['a']) }), false],
    ['does not open anything before the cards are loaded', none, created, view({ drawn: null }), false],
  ])('%s', (_name, arrivals, own, seen, opens) => {
    expect(newDocumentIn(arrivals, event(own), seen) !== null).toBe(opens)
  })
})

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
    ['stands before the message that the server names', [row('a', 15, 'AMONG', 'm2')], ['m1', 'card a', 'm2']],
    ['stands behind all messages at the tail', [row('a', 30, 'TAIL')], ['m1', 'm2', 'card a']],
    ['is not drawn when it stands nowhere', [row('a', 5, 'NOWHERE')], ['m1', 'm2']],
    ['is not drawn when its message is not loaded', [row('a', 5, 'AMONG', 'm0')], ['m1', 'm2']],
    ['is not drawn when it is gone', [row('a', 15, 'AMONG', 'm2', { card: null })], ['m1', 'm2']],
    ['comes by birth, then by key', [row('c', 32, 'TAIL'), row('b', 31, 'TAIL'), row('a', 32, 'TAIL')], ['m1', 'm2', 'card b', 'card a', 'card c']],
  ])('%s', (_name, loaded, expected) => {
    expect(ids(timeline([m1, m2], loaded, none))).toEqual(expected)
  })

  it('stays before what is said after it was loaded', () => {
    expect(ids(timeline([m1, m2, m3], [row('a', 30, 'TAIL')], none))).toEqual(['m1', 'm2', 'card a', 'm3'])
  })

  it('is there where nothing was said', () => {
    expect(ids(timeline([], [row('b', 2, 'TAIL'), row('a', 1, 'TAIL')], none))).toEqual(['card a', 'card b'])
  })
})

describe('a card that comes live', () => {
  it('goes to the tail, however old its file is, and stays there', () => {
    const arrivals = addArrival(none, event(row('old', 1)), view())
    expect(ids(timeline([m1, m2], [], arrivals))).toEqual(['m1', 'm2', 'card old'])
    expect(ids(timeline([m1, m2, m3], [], arrivals))).toEqual(['m1', 'm2', 'card old', 'm3'])
    expect(ids(timeline([m1, m2, m3], [row('old', 1, 'AMONG', 'm1')], arrivals)), 'asked anew').toEqual(['m1', 'm2', 'card old', 'm3'])
  })

  it('comes behind the loaded ones of the tail, in the order of arrival', () => {
    const arrivals = addArrival(addArrival(none, event(row('z', 35)), view()), event(row('y', 34)), view())
    expect(ids(timeline([m1, m2], [row('a', 30, 'TAIL')], arrivals))).toEqual(['m1', 'm2', 'card a', 'card z', 'card y'])
  })

  it('stays behind the loaded ones of its place when something is said', () => {
    const arrivals = addArrival(none, event(row('z', 35)), view())
    expect(ids(timeline([m1, m2, m3], [row('a', 30, 'TAIL')], arrivals))).toEqual(['m1', 'm2', 'card a', 'card z', 'm3'])
  })

  it('is patched where it is', () => {
    const first = addArrival(none, event(row('a', 30)), view())
    const again = addArrival(first, event(row('a', 30, undefined, undefined, { edits: 3 })), view({ lastMessage: 'm3' }))
    expect(again.get('a')).toMatchObject({ after: 'm2', row: { edits: 3 } })
    expect(ids(timeline([m1, m2, m3], [], again))).toEqual(['m1', 'm2', 'card a', 'm3'])
  })

  it('moves no card that is drawn', () => {
    const loaded = [row('a', 15, 'AMONG', 'm2')]
    const arrivals = addArrival(none, event(row('a', 15)), view({ drawn: drawn([m1, m2], loaded) }))
    expect(ids(timeline([m1, m2], loaded, arrivals))).toEqual(['m1', 'card a', 'm2'])
  })

  it('draws a card that was older than the chat', () => {
    const loaded = [row('a', 5, 'NOWHERE')]
    const arrivals = addArrival(none, event(row('a', 5)), view({ drawn: drawn([m1, m2], loaded) }))
    expect(ids(timeline([m1, m2], loaded, arrivals))).toEqual(['m1', 'm2', 'card a'])
  })

  it('takes the loaded place when it came before the cards were loaded', () => {
    const arrivals = addArrival(none, event(row('a', 15)), view({ drawn: null }))
    expect(ids(timeline([m1, m2], [row('a', 15, 'AMONG', 'm2')], arrivals))).toEqual(['m1', 'card a', 'm2'])
    expect(ids(timeline([m1, m2], [], arrivals)), 'and is not lost').toEqual(['m1', 'm2', 'card a'])
  })

  it('leaves with its row, and a resync starts over', () => {
    const arrivals = addArrival(none, event(row('a', 30)), view())
    expect(addArrival(arrivals, { kind: 'REMOVED', deliverable: null, removedId: 'a' }, view()).size).toBe(0)
    expect(addArrival(arrivals, event(row('a', 30, undefined, undefined, { card: null })), view()).size).toBe(0)
    expect(addArrival(arrivals, { kind: 'RESYNC', deliverable: null, removedId: null }, view()).size).toBe(0)
  })
})

describe('newDocumentIn', () => {
  const created = row('a', 30, undefined, undefined, { card: { id: 'card a', autoOpen: true } })
  it.each<[string, Arrivals, CardRow, ChatView, boolean]>([
    ['opens what was not there before', none, created, view(), true],
    ['opens nothing that does not ask for it', none, row('a', 30), view(), false],
    ['opens nothing twice', addArrival(none, event(created), view()), created, view(), false],
    ['opens nothing that is drawn', none, created, view({ drawn: new Set(['a']) }), false],
    ['opens nothing before the cards are loaded', none, created, view({ drawn: null }), false],
  ])('%s', (_name, arrivals, own, seen, opens) => {
    expect(newDocumentIn(arrivals, event(own), seen) !== null).toBe(opens)
  })
})

import { describe, expect, it } from 'vitest'
import type { DeliverableKind, DeliverableState } from '~/gql/graphql'
import { mark } from './mark'
import { type Answer, plan, shownKey } from './plan'
import { quietOpen } from './quiet-open'
import { rowSummary, statusText } from './row-summary'
import { viewOf, withGroup } from './stored-view'
import cases from './testdata/list.json'

describe('mark', () => {
  it.each(cases.mark)('$filter in $name', ({ name, filter, expect: range }) => {
    expect(mark(name, filter)).toEqual(range)
  })
})

describe('rowSummary', () => {
  it.each(cases.rowSummary)('$name', ({ row, expect: words }) => {
    const { kind, state } = row as { kind: DeliverableKind; state: DeliverableState | null }
    expect(rowSummary({ ...row, kind, state })).toEqual(words)
  })

  it.each<[DeliverableState, boolean, string]>([
    ['PUBLISHED', false, 'Published'],
    ['UNPUBLISHED', false, 'Unpublished'],
    ['PUBLISHED', true, 'Removed'],
  ])('a page that is %s, gone %s', (state, gone, words) => {
    const { status } = rowSummary({ kind: 'PAGE', writes: 1, edits: 4, lastAt: null, state, page: { gone } })
    expect(statusText(status)).toBe(words)
  })

  it.each([['changed:1', 'Changed once'], ['changed:4', 'Changed 4 times'], ['', '']])('words %j as %j', (status, words) => {
    expect(statusText(status)).toBe(words)
  })
})

describe('viewOf', () => {
  it.each(cases.storedView)('$stored', ({ stored, expect: view }) => {
    expect(viewOf(stored)).toEqual(view)
  })

  it('stores a limited number of groups', () => {
    let view = viewOf({ groupBy: 'HELPER' })
    for (let i = 0; i < 300; i++) view = withGroup(view, `h:${i}`, false)
    expect(view.collapsed.HELPER).toHaveLength(200)
    expect(view.collapsed.HELPER.at(-1)).toBe('h:299')
  })

  it('opens and closes a group of its own grouping only', () => {
    const collapsed = withGroup(viewOf(null), 'k:DOC', false)
    expect(collapsed.collapsed).toEqual({ KIND: ['k:CODE', 'k:DOC'], HELPER: [], DAY: [] })
    expect(withGroup(collapsed, 'k:CODE', true).collapsed.KIND).toEqual(['k:DOC'])
  })
})

describe('plan', () => {
  it.each(cases.plan)('$name', ({ answer, filter, collapsed, expect: { sections, empty } }) => {
    const filtering = filter !== ''
    const planned = plan(answer as Answer<{ id: string }>, filtering, collapsed)
    expect(planned.map(({ key, count, open, rows }) => ({ key, count, open, ids: rows.map(({ id }) => id) }))).toEqual(sections)
    expect(filtering && planned.length === 0).toBe(empty)
  })

  const page = (id: string, presented: boolean) => ({ id, page: { presented } })
  const pages = (...nodes: ReturnType<typeof page>[]) => ({
    nodes, recent: [], groups: [{ key: 'k:PAGE', label: 'PAGE', count: nodes.length, ids: nodes.map(({ id }) => id) }],
  })

  it('puts presented pages into a group of their own', () => {
    const planned = plan(pages(page('own', false), page('shown', true)), false, [])
    expect(planned.map(({ key, count, rows }) => [key, count, rows.map(({ id }) => id)])).toEqual([
      ['k:PAGE', 1, ['own']],
      [shownKey, 1, ['shown']],
    ])
    expect(plan(pages(page('shown', true)), false, []).map(({ key }) => key)).toEqual([shownKey])
  })

  it.each([
    ['k:DOC', 'DOC', 'Documents'],
    ['h:', '', 'The main agent'],
    ['h:fix', 'fix', 'fix'],
    ['d:2026-05-28', '2026-05-28', 'Thu, May 28, 2026'],
    ['d:', '', 'No date'],
  ])('titles %s as %s', (key, label, head) => {
    expect(plan({ nodes: [{ id: 'a' }], recent: [], groups: [{ key, label, count: 1, ids: ['a'] }] }, false, [])[0]?.label).toBe(head)
  })
})

describe('quietOpen', () => {
  it.each(cases.quietOpen)('$input', ({ input, expect: how }) => {
    expect(quietOpen(input)).toBe(how)
  })
})

import { describe, expect, it } from 'vitest'
import type { DeliverableFieldsFragment, DeliverableKind } from '~/gql/graphql'
import { sectionsOf, shortPath } from './sections'

const row = (id: string, kind: DeliverableKind) => ({ id, kind }) as DeliverableFieldsFragment

describe('sectionsOf', () => {
  const rows = [row('b', 'DOC'), row('a', 'DOC'), row('u', 'UPLOAD'), row('x', 'CODE')]

  it('keeps the order of kinds and the server’s order inside them, code last', () => {
    const sections = sectionsOf(rows, [], false)
    expect(sections.map(({ kind }) => kind)).toEqual(['DOC', 'UPLOAD', 'CODE'])
    expect(sections[0]?.rows.map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('folds code behind its count, which also counts what is on no page yet', () => {
    const code = sectionsOf(rows, [{ key: 'k:CODE', count: 40 }], false).at(-1)
    expect(code).toMatchObject({ kind: 'CODE', count: 40, folded: true })
  })

  it('opens code while searching', () => {
    expect(sectionsOf(rows, [], true).at(-1)?.folded).toBe(false)
  })

  it('leaves out kinds without rows', () => {
    expect(sectionsOf([], [], false)).toEqual([])
  })
})

it.each([
  ['/srv/team/report/a.md', '…/report/a.md'],
  ['/a.md', '/a.md'],
  ['vitrine:0190', ''],
])('shortens %s to %s', (path, short) => {
  expect(shortPath(path)).toBe(short)
})

import { expect, it } from 'vitest'
import { shortPath } from './path'

it.each([
  ['/srv/team/report/a.md', '…/report/a.md'],
  ['C:\\work\\report\\a.md', '…/report/a.md'],
  ['/a.md', '/a.md'],
  ['vitrine:0190', ''],
  ['', ''],
])('shortens %s to %s', (path, short) => {
  expect(shortPath(path)).toBe(short)
})

import { describe, expect, it } from 'vitest'
import { firstLines, lineCount, parseUnified, previousOf } from './diff'

const unified = `--- a.md v1
+++ a.md v2
@@ -1,3 +1,3 @@
 # Title
-old
--- a rule of dashes
+new
+++ and of pluses
 end
@@ -40 +40,2 @@
 
+@@ -1 +1 @@
\\ No newline at end of file
`

describe('parseUnified', () => {
  it('numbers each line on the sides that have it', () => {
    const [first] = parseUnified(unified)
    expect(first?.lines).toEqual([
      { kind: 'same', before: 1, after: 1, text: '# Title' },
      { kind: 'removed', before: 2, text: 'old' },
      { kind: 'removed', before: 3, text: '-- a rule of dashes' },
      { kind: 'added', after: 2, text: 'new' },
      { kind: 'added', after: 3, text: '++ and of pluses' },
      { kind: 'same', before: 4, after: 4, text: 'end' },
    ])
  })

  it('restarts the numbers at each hunk, and reads no content as a header', () => {
    expect(parseUnified(unified)[1]?.lines).toEqual([
      { kind: 'same', before: 40, after: 40, text: '' },
      { kind: 'added', after: 41, text: '@@ -1 +1 @@' },
      { kind: 'note', text: 'No newline at end of file' },
    ])
  })

  it('is empty when nothing changed', () => {
    expect(parseUnified('')).toEqual([])
  })
})

it('truncates a long diff inside a hunk', () => {
  const hunks = parseUnified(unified)
  expect(lineCount(hunks)).toBe(9)
  expect(firstLines(hunks, 7).map(({ lines }) => lines.length)).toEqual([6, 1])
  expect(firstLines(hunks, 6)).toHaveLength(1)
  expect(firstLines(hunks, 100)).toEqual(hunks)
})

it('finds the previous version in any order of the list', () => {
  const versions = [{ number: 1 }, { number: 4 }, { number: 2 }]
  expect(previousOf(versions, 4)).toEqual({ number: 2 })
  expect(previousOf(versions, 1)).toBeUndefined()
})

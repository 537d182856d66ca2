import { expect, it } from 'vitest'
import { ago, bytes, plural, words } from './format'

it.each([
  [null, '–'],
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1536, '1.5 KiB'],
  [33_554_432, '32 MiB'],
  [140_000, '137 KiB'],
])('formats %s bytes as %s', (size, text) => {
  expect(bytes(size)).toBe(text)
})

const now = Date.parse('2026-06-01T12:00:00Z')
it.each([
  ['2026-06-01T11:59:50Z', 'just now'],
  ['2026-06-01T11:55:00Z', '5 minutes ago'],
  ['2026-06-01T09:00:00Z', '3 hours ago'],
  ['2026-05-31T11:00:00Z', 'yesterday'],
  ['2026-04-03T12:00:00Z', 'Apr 3, 2026'],
  ['not a date', ''],
])('formats %s as %s', (at, text) => {
  expect(ago(at, now)).toBe(text)
})

it('formats counts and constants', () => {
  expect(plural(1, 'key')).toBe('1 key')
  expect(plural(2, 'entry', 'entries')).toBe('2 entries')
  expect(words('TOOLS_ONLY')).toBe('Tools only')
})

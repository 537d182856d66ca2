import { expect, it } from 'vitest'
import { previewKind } from './preview-kind'

it.each([
  ['text/markdown; charset=utf-8', '', 'a', 'markdown'],
  ['application/vnd.acme+json', '', 'a', 'json'],
  ['IMAGE/PNG', '', 'a', 'image'],
  ['image/svg+xml', '', 'a.svg', 'image'],
  ['application/octet-stream', 'application/pdf', 'a', 'pdf'],
  ['application/octet-stream', 'application/octet-stream', 'notes.MD', 'markdown'],
  ['application/zip', 'application/zip', 'a.zip', 'none'],
  ['text/html', 'text/html', 'a.html', 'html'],
  ['', '', '', 'none'],
])('shows %s (%s, %s) as %s', (declared, detected, name, kind) => {
  expect(previewKind(declared, detected, name)).toBe(kind)
})

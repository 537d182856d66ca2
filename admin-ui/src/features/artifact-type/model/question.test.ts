import { expect, it } from 'vitest'
import { variablesOf, exampleFor } from './question'

it('asks nothing without input', () => {
  expect(variablesOf({ mime: ' ', file: '' })).toBeNull()
})

it('asks about a name alone with the unknown MIME type', () => {
  expect(variablesOf({ file: 'notes.md' })).toEqual({ mimeType: 'application/octet-stream', fileName: 'notes.md', agentId: undefined })
})

it('starts with a file that matches the type', () => {
  expect(exampleFor('text/csv', ['csv'])).toEqual({ mime: 'text/csv', file: 'example.csv' })
  expect(exampleFor('image/*', [])).toEqual({ mime: 'image/x-example', file: undefined })
})

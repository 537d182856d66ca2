import { expect, it } from 'vitest'
import { variablesOf, exampleFor } from './question'

it('asks nothing when nothing was typed', () => {
  expect(variablesOf({ mime: ' ', file: '' })).toBeNull()
})

it('asks a name alone with the MIME that says nothing', () => {
  expect(variablesOf({ file: 'notes.md' })).toEqual({ mimeType: 'application/octet-stream', fileName: 'notes.md', agentId: undefined })
})

it('begins with a file that the type would want', () => {
  expect(exampleFor('text/csv', ['csv'])).toEqual({ mime: 'text/csv', file: 'example.csv' })
  expect(exampleFor('image/*', [])).toEqual({ mime: 'image/x-example', file: undefined })
})

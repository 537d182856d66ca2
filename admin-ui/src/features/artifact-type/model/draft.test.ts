import { describe, expect, it } from 'vitest'
import { blank, changesOf, check, createInput, type Draft, rebase, updateInput } from './draft'

const saved: Draft = { ...blank, name: 'Ledger', contentType: 'application/json', fileExtensions: ['ledger'], priority: 3 }

describe('changesOf', () => {
  it('lists each field that differs, before and after', () => {
    expect(changesOf(saved, { ...saved, priority: 9, enabled: false })).toEqual([
      { field: 'priority', before: '3', after: '9' },
      { field: 'enabled', before: 'yes', after: 'no' },
    ])
  })

  it('ignores an equal list', () => {
    expect(changesOf(saved, { ...saved, fileExtensions: ['ledger'] })).toEqual([])
  })
})

describe('updateInput', () => {
  it('sends the changed fields, with the loaded revision', () => {
    expect(updateInput('t1', 7, saved, { ...saved, priority: '12' })).toEqual({ id: 't1', expectedRevision: 7, priority: 12 })
  })

  it('clears a limit with null', () => {
    expect(updateInput('t1', 1, { ...saved, maxBytes: 10 }, { ...saved, maxBytes: '' })).toMatchObject({ maxBytes: null })
  })
})

it('keeps one’s own edits over what somebody else saved', () => {
  const theirs = { ...saved, description: 'theirs', priority: 4 }
  expect(rebase(saved, { ...saved, priority: 9 }, theirs)).toEqual({ ...theirs, priority: 9 })
})

it('creates with extract rules as JSON', () => {
  expect(createInput({ ...saved, extractRules: '[{"name":"title"}]' }).extractRules).toEqual([{ name: 'title' }])
})

it('checks fields without the server', () => {
  expect(Object.keys(check({ ...blank, extractRules: '{' }))).toEqual(['name', 'contentType', 'extractRules'])
  expect(check(saved)).toEqual({})
})

import { describe, expect, it } from 'vitest'
import { exampleRules, exampleSample, ruleQuestion, valueText } from './rules'

describe('ruleQuestion', () => {
  it('asks about unsaved rules', () => {
    expect(ruleQuestion('[{"name":"title","expr":"content"}]', 'x', 't1')).toEqual({
      typeId: 't1', rules: [{ name: 'title', expr: 'content' }], sample: 'x',
    })
  })

  it('sends an empty list without rules, since null would mean the saved ones', () => {
    expect(ruleQuestion(' ', 'x')).toEqual({ typeId: undefined, rules: [], sample: 'x' })
  })

  it('asks nothing without a sample or with invalid JSON', () => {
    expect(ruleQuestion('[]', ' ')).toBeNull()
    expect(ruleQuestion('[', 'x')).toHaveProperty('fault')
  })

  it('has an example that can be asked about', () => {
    expect(ruleQuestion(exampleRules, exampleSample)).toMatchObject({ rules: [{ name: 'title' }, { name: 'rows' }] })
  })
})

it.each([
  [{ value: 'May', absent: false }, 'May'],
  [{ value: { a: [1] }, absent: false }, '{"a":[1]}'],
  [{ value: null, absent: false }, 'null'],
  [{ value: null, absent: true }, 'nothing found'],
])('shows %j as %s', (attribute, text) => {
  expect(valueText(attribute)).toBe(text)
})

import { describe, expect, it } from 'vitest'
import { namesIn, operationOf } from './operation'

describe('operationOf', () => {
  it('takes the first operation, or the one that was chosen', () => {
    const text = 'query A { me { user } } subscription B { conversationEvents(conversationId: 1) { at } }'
    expect(operationOf(text, '', undefined)).toMatchObject({ operation: { operationName: 'A', live: false } })
    expect(operationOf(text, '', 'B')).toMatchObject({ operation: { operationName: 'B', live: true } })
    expect(operationOf(text, '', 'gone')).toMatchObject({ operation: { operationName: 'A' } })
  })

  it('reads variables, and takes none for none', () => {
    expect(operationOf('{ me { user } }', '{"a":1}', undefined)).toMatchObject({ operation: { variables: { a: 1 } } })
    expect(operationOf('{ me { user } }', ' ', undefined)).toMatchObject({ operation: { variables: {}, operationName: undefined } })
  })

  it.each([
    ['{', '', /Syntax Error/],
    ['{ me { user } }', '{', /variables are no JSON/],
    ['fragment F on Me { user }', '', /no operation/],
  ])('says why %j with %j cannot be sent', (query, variables, why) => {
    expect(operationOf(query, variables, undefined)).toMatchObject({ fault: expect.stringMatching(why) })
  })
})

it('names no operation in a text that cannot be read', () => {
  expect(namesIn('query {')).toEqual([])
  expect(namesIn('query A { a } query B { b }')).toEqual(['A', 'B'])
})

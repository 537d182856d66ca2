import { CombinedError } from 'urql'
import { describe, expect, it } from 'vitest'
import { byField, faultsOf, fromAnswer } from './fault'

describe('faultsOf', () => {
  it('returns nothing without an error', () => {
    expect(faultsOf(undefined)).toEqual([])
  })

  it('keeps the server’s sentence, code, field and remedies', () => {
    const error = new CombinedError({
      graphQLErrors: [
        { message: 'The type is in use.', extensions: { code: 'CONFLICT', field: 'id', remedies: ['Switch it off instead.', 7] } },
      ],
    })
    expect(faultsOf(error)).toEqual([
      { code: 'CONFLICT', message: 'The type is in use.', field: 'id', remedies: ['Switch it off instead.'] },
    ])
  })

  it('treats an error without extensions as internal', () => {
    const error = new CombinedError({ graphQLErrors: [{ message: 'Something broke.' }] })
    expect(faultsOf(error)).toEqual([{ code: 'INTERNAL', message: 'Something broke.', field: undefined, remedies: [] }])
  })

  it('reports that the server does not respond', () => {
    const error = new CombinedError({ networkError: new TypeError('Failed to fetch') })
    expect(faultsOf(error)[0]).toMatchObject({ code: 'UNAVAILABLE', message: 'The server does not respond.' })
  })

  it.each([
    [401, 'UNAUTHENTICATED'],
    [413, 'TOO_LARGE'],
    [502, 'UNAVAILABLE'],
  ])('reads status %i as %s', (status, code) => {
    const error = new CombinedError({ networkError: new Error('no'), response: { status } })
    expect(faultsOf(error)[0]?.code).toBe(code)
  })
})

it('reads the response of a plain route, or its status when the body has no error', () => {
  const body = { errors: [{ message: 'This upload has 5 bytes.', extensions: { code: 'CONFLICT', remedies: ['Send on.'] } }] }
  expect(fromAnswer(409, body)).toEqual({ code: 'CONFLICT', message: 'This upload has 5 bytes.', field: undefined, remedies: ['Send on.'] })
  expect(fromAnswer(502, null).code).toBe('UNAVAILABLE')
})

describe('byField', () => {
  const fault = (field?: string, remedies: string[] = []) => ({ code: 'INVALID', message: `About ${field}.`, field, remedies })

  it('assigns a fault to its field, with its first remedy', () => {
    const { at, rest } = byField([fault('name', ['Choose another.', 'Or none.'])], ['name'])
    expect(at).toEqual({ name: 'About name. Choose another.' })
    expect(rest).toEqual([])
  })

  it.each(['input.fileExtensions.0', 'input.fileExtensions[0]'])('finds the field inside %s', (path) => {
    expect(byField([fault(path)], ['fileExtensions']).at).toHaveProperty('fileExtensions')
  })

  it('returns the faults that belong to no field of the form', () => {
    const { at, rest } = byField([fault('expectedRevision'), fault()], ['name'])
    expect(at).toEqual({})
    expect(rest).toHaveLength(2)
  })
})

import { expect, it } from 'vitest'
import { cleanKey } from './try-key'

it.each(['vit_1', ' vit_1\n', '"vit_1"', 'Bearer vit_1'])('reads the key from %j', (typed) => {
  expect(cleanKey(typed)).toBe('vit_1')
})

import { expect, it } from 'vitest'
import { cleanKey } from './try-key'

it.each(['vit_1', ' vit_1\n', '"vit_1"', 'Bearer vit_1'])('takes %j as the key', (typed) => {
  expect(cleanKey(typed)).toBe('vit_1')
})

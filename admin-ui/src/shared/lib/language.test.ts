import { expect, it } from 'vitest'
import { languageOf } from './language'

it.each([
  ['en', 'EN'], ['en-GB', 'EN'], ['zh', 'ZH'], ['zh-Hant-TW', 'ZH'], ['ja-JP', 'JA'], ['JA', 'JA'], ['de', 'EN'], ['', 'EN'],
])('uses for %j the language %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language)
})

import type { Language } from '~/gql/graphql'

/** The language of the server's words for a browser's: English unless the server knows it. */
export function languageOf(tag: string): Language {
  const name = tag.toLowerCase().split(/[-_]/)[0]
  return name === 'zh' ? 'ZH' : name === 'ja' ? 'JA' : 'EN'
}

/** The browser's language, as far as the server has words in it. */
export const language: Language = languageOf(navigator.language)

/** Its attribute for an element that holds the server's words. */
export const lang = language.toLowerCase()

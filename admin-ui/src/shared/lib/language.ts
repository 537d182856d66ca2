import type { Language } from '~/gql/graphql'

/** Returns the server language for a browser language tag: English unless the server supports the tag. */
export function languageOf(tag: string): Language {
  const name = tag.toLowerCase().split(/[-_]/)[0]
  return name === 'zh' ? 'ZH' : name === 'ja' ? 'JA' : 'EN'
}

/** The browser's language if the server supports it, else English. */
export const language: Language = languageOf(navigator.language)

/** The lang attribute of elements that hold text from the server. */
export const lang = language.toLowerCase()

/** The page of a list, as the URL stores it. */
export interface PageSearch {
  after?: string
  before?: string
}

const pageSize = 25

/** Returns the connection arguments for a page. */
export function pageArgs({ after, before }: PageSearch) {
  return before ? { last: pageSize, before } : { first: pageSize, after }
}

export function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function oneOf<T extends string>(value: unknown, ...choices: T[]): T | undefined {
  return choices.find((choice) => choice === value)
}

export function pageSearch(search: Record<string, unknown>): PageSearch {
  return { after: text(search.after), before: text(search.before) }
}

import type { Cache, UpdateResolver } from '@urql/exchange-graphcache'

/** What a feature adds to the normalised cache. */
export interface CachePart {
  keyless?: string[]
  mutations?: Record<string, UpdateResolver>
  subscriptions?: Record<string, UpdateResolver>
}

/** Marks root fields as stale, whatever their arguments; what is on screen is asked for again. */
function invalidateRoots(cache: Cache, ...names: string[]) {
  invalidateFields(cache, 'Query', ...names)
}

export function invalidateFields(cache: Cache, entity: string | { __typename: string; id: string }, ...names: string[]) {
  for (const field of cache.inspectFields(entity)) {
    if (names.includes(field.fieldName)) cache.invalidate(entity, field.fieldName, field.arguments)
  }
}

/** An update that only makes root fields stale. */
export function invalidates(...names: string[]): UpdateResolver {
  return (_result, _args, cache) => invalidateRoots(cache, ...names)
}

import type { Cache, UpdateResolver } from '@urql/exchange-graphcache'

/** The settings that one feature adds to the normalised cache. */
export interface CachePart {
  keyless?: string[]
  mutations?: Record<string, UpdateResolver>
  subscriptions?: Record<string, UpdateResolver>
}

/** Invalidates root fields for all arguments. What is on screen is fetched again. */
function invalidateRoots(cache: Cache, ...names: string[]) {
  invalidateFields(cache, 'Query', ...names)
}

export function invalidateFields(cache: Cache, entity: string | { __typename: string; id: string }, ...names: string[]) {
  for (const field of cache.inspectFields(entity)) {
    if (names.includes(field.fieldName)) cache.invalidate(entity, field.fieldName, field.arguments)
  }
}

/** Returns an update that only invalidates root fields. */
export function invalidates(...names: string[]): UpdateResolver {
  return (_result, _args, cache) => invalidateRoots(cache, ...names)
}

import type { DeliverableFilter, RailQuery } from '~/gql/graphql'
import { isKind, kindLabels } from './kind'
import { recentKey } from './plan'

type Answer = NonNullable<RailQuery['conversation']>

export interface RailChoice {
  key: string
  label: string
  count: number
}

export interface Rail {
  all: RailChoice
  /** Absent in short lists. */
  recent?: RailChoice
  recentIds: string[]
  kinds: RailChoice[]
  helpers: RailChoice[]
}

export const allKey = 'all'

/** Returns the choices of the rail. The main agent does not count as a helper. */
export function railOf({ kinds, helpers }: Answer): Rail {
  const recentIds = kinds.recent.map(({ id }) => id)
  return {
    all: { key: allKey, label: 'All', count: kinds.counts.total },
    recent: recentIds.length > 0 ? { key: recentKey, label: 'Recent', count: recentIds.length } : undefined,
    recentIds,
    kinds: kinds.groups.map(({ key, label, count }) => ({ key, count, label: isKind(label) ? kindLabels[label] : label })),
    helpers: helpers.groups.filter(({ label }) => label !== ''),
  }
}

/** Returns the effective choice: all, when the chosen group has no rows. It is kept until the rail is loaded. */
export function chosenOf(choice: string | undefined, rail: Rail | undefined): string {
  if (!choice) return allKey
  if (!rail) return choice
  const there = [rail.recent, ...rail.kinds, ...rail.helpers].some((other) => other?.key === choice)
  return there ? choice : allKey
}

/** Returns the filter of a choice, or undefined for all rows. */
export function filterOf(choice: string, text: string): DeliverableFilter | undefined {
  const kind = choice.startsWith('k:') ? choice.slice(2) : ''
  const filter: DeliverableFilter = {
    ...(text && { text }),
    ...(isKind(kind) && { kinds: [kind] }),
    ...(choice.startsWith('h:') && { helper: choice.slice(2) }),
  }
  return Object.keys(filter).length > 0 ? filter : undefined
}

import type { ResolveArtifactTypeQuery } from '~/gql/graphql'

export type Resolution = ResolveArtifactTypeQuery['resolveArtifactType']
export type Candidate = Resolution['candidates'][number]

/** How the position of a candidate changed between two answers. */
export type Move = 'same' | 'up' | 'down' | 'new' | 'gone'

export interface Compared {
  winnerChanged: boolean
  before: string
  now: string
  moves: Map<string, Move>
  gone: Candidate[]
}

/** Compares two answers of the server to the same question. */
export function compare(before: Resolution, now: Resolution): Compared {
  const was = positions(before)
  const is = positions(now)
  const moves = new Map<string, Move>()
  for (const [id, place] of is) moves.set(id, moveFrom(was.get(id), place))
  return {
    winnerChanged: before.type?.id !== now.type?.id,
    before: before.type?.name ?? 'no type',
    now: now.type?.name ?? 'no type',
    moves,
    gone: before.candidates.filter((candidate) => !is.has(candidate.type.id)),
  }
}

/** Reports whether two answers are the same. */
export function same(a: Resolution, b: Resolution): boolean {
  return JSON.stringify(comparable(a)) === JSON.stringify(comparable(b))
}

function comparable(resolution: Resolution) {
  return [
    resolution.type?.id,
    resolution.tier,
    resolution.reason,
    resolution.candidates.map((c) => [c.type.id, c.type.name, c.type.priority, c.tier, c.reason]),
  ]
}

function positions(resolution: Resolution): Map<string, number> {
  return new Map(resolution.candidates.map((candidate, i) => [candidate.type.id, i]))
}

function moveFrom(was: number | undefined, is: number): Move {
  if (was === undefined) return 'new'
  if (was === is) return 'same'
  return is < was ? 'up' : 'down'
}

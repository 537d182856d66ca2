import type { DeliverableFieldsFragment } from '~/gql/graphql'

type Row = Pick<DeliverableFieldsFragment, 'state'> & { page?: { gone: boolean } | null }

/** Reports whether a row is greyed out: a stopped service or a removed page. */
export function isOff({ state, page }: Row): boolean {
  return state === 'STOPPED' || state === 'UNPUBLISHED' || state === 'DELETED' || (page?.gone ?? false)
}

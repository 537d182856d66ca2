import type { DeliverableFieldsFragment } from '~/gql/graphql'

type Row = Pick<DeliverableFieldsFragment, 'state'> & { page?: { gone: boolean } | null }

/** Whether a row is greyed out: a program that has stopped, a page that is served no more. */
export function isOff({ state, page }: Row): boolean {
  return state === 'STOPPED' || state === 'UNPUBLISHED' || state === 'DELETED' || (page?.gone ?? false)
}

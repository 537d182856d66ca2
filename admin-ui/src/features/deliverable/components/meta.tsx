import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { useNow } from '~/shared/lib/now'
import { metaLine } from '../model/meta-line'

/** The line that says where a deliverable stands. */
export function Meta({ row }: { row: DeliverableFieldsFragment }) {
  const now = useNow()
  return <>{metaLine(row, now).join(' · ')}</>
}

import { useMemo } from 'react'
import type { DeliverableFilter, DeliverableGroupBy, DeliverableSort, DeliverablesQuery as Answer } from '~/gql/graphql'
import type { Fault } from '~/shared/api/fault'
import { usePages } from '~/shared/api/use-pages'
import { language } from '~/shared/lib/language'
import { DeliverablesQuery } from '../api/deliverable'

type Page = NonNullable<Answer['conversation']>['deliverables']
type Row = Page['nodes'][number]

export interface Asked {
  conversationId: string
  filter?: DeliverableFilter
  groupBy: DeliverableGroupBy
  sortBy: DeliverableSort
  reverse?: boolean
}

export interface DeliverableList {
  nodes: Row[]
  groups: NonNullable<Page['groups']>
  recent: NonNullable<Page['recent']>
  counts?: Page['counts']
  countLine: string
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the whole list, which the server filters, groups and sorts. Days use the browser's time zone. */
export function useList(asked: Asked, revision: string): { list?: DeliverableList; faults: Fault[]; retry: () => void } {
  const { pages, faults, retry } = usePages({
    query: DeliverablesQuery,
    variables: (after) => ({ reverse: false, ...asked, after, timeZone, language, head: after === undefined }),
    page: (data) => data.conversation?.deliverables,
    revision,
  })
  const list = useMemo(() => pages && joined(pages), [pages])
  return { list, faults, retry }
}

/** Joins the pages. A row that moved between pages appears once. */
function joined(pages: Page[]): DeliverableList {
  const [head] = pages
  return {
    nodes: [...new Map(pages.flatMap(({ nodes }) => nodes).map((row) => [row.id, row])).values()],
    groups: head?.groups ?? [],
    recent: head?.recent ?? [],
    counts: head?.counts,
    countLine: head?.countLine ?? '',
  }
}

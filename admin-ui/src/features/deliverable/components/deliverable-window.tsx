import { ActionIcon, Select } from '@mantine/core'
import { ArrowDownUp } from 'lucide-react'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import type { DeliverableFieldsFragment, DeliverableSort } from '~/gql/graphql'
import { lang } from '~/shared/lib/language'
import { walkRows } from '~/shared/lib/walk-rows'
import type { Order } from '~/shared/ui/data-table'
import { ListBody } from '~/shared/ui/list-body'
import { RailQuery } from '../api/deliverable'
import { columnChoices, natural, reverseOf } from '../model/columns'
import { recentKey } from '../model/plan'
import { allKey, chosenOf, filterOf, railOf } from '../model/rail'
import { DeliverableTable } from './deliverable-table'
import { FilterField } from './filter-field'
import { FullNote } from './full-note'
import { Rail } from './rail'
import { useList } from './use-list'
import { useRefetchOn } from './use-refetch-on'
import classes from './deliverable-window.module.css'

/** The state of the window that the URL stores. */
export interface WindowState {
  rail?: string
  text?: string
  by?: DeliverableSort
  way?: 'ASC' | 'DESC'
}

interface Props {
  conversationId: string
  revision: string
  state: WindowState
  onState: (state: WindowState) => void
  onOpen: (row: { id: string }) => void
  onHandOver?: (row: DeliverableFieldsFragment) => void
}

/** The window: a rail of filters, and a table that the server sorts and filters. */
export function DeliverableWindow({ conversationId, revision, state, onState, ...acts }: Props) {
  const { by = 'CHANGED', way = natural[by], text = '' } = state
  const rail = useRail(conversationId, revision)
  const chosen = chosenOf(state.rail, rail)
  const asked = { conversationId, groupBy: 'NONE', sortBy: by, reverse: reverseOf(by, way), filter: filterOf(chosen, text) } as const
  const { list, faults, retry } = useList(asked, revision)
  const rows = useRows(list?.nodes, chosen === recentKey ? rail?.recentIds : undefined)
  const order = { field: by, direction: way }
  const sortBy = ({ field, direction }: Order<DeliverableSort>) => onState({ by: field, way: direction })
  return (
    <div className={classes.place}>
      <div className={classes.window}>
        {rail && <Rail rail={rail} chosen={chosen} onChoose={(key) => onState({ rail: key === allKey ? undefined : key })} />}
        <div className={classes.main} ref={walkRows}>
          <div className={classes.bar}>
            <FilterField value={text} onChange={(next) => onState({ text: next || undefined })} />
            <SortChoice order={order} onOrder={sortBy} />
            <span className={classes.count} lang={lang} data-testid="count-line" role="status">
              {chosen === recentKey ? `${rows.length} of ${list?.countLine ?? ''}` : list?.countLine}
            </span>
          </div>
          <div className={classes.note}><FullNote counts={list?.counts} /></div>
          <ListBody faults={faults} onRetry={retry} known={Boolean(list)}>
            <DeliverableTable
              rows={rows}
              loading={!list}
              filter={text}
              narrowed={text !== '' || chosen !== allKey}
              order={order}
              onOrder={sortBy}
              {...acts}
            />
          </ListBody>
        </div>
      </div>
    </div>
  )
}

function useRail(conversationId: string, revision: string) {
  const [{ data }, refetch] = useQuery({ query: RailQuery, variables: { conversationId } })
  useRefetchOn(revision, refetch)
  const conversation = data?.conversation
  return useMemo(() => (conversation ? railOf(conversation) : undefined), [conversation])
}

/** Returns all rows, or those with the given ids. */
function useRows(rows: DeliverableFieldsFragment[] | undefined, ids: string[] | undefined): DeliverableFieldsFragment[] {
  return useMemo(() => (ids ? rows?.filter(({ id }) => ids.includes(id)) : rows) ?? [], [rows, ids])
}

interface SortProps {
  order: Order<DeliverableSort>
  onOrder: (order: Order<DeliverableSort>) => void
}

/** Chooses the order where the table is too narrow for column headers. */
function SortChoice({ order, onOrder }: SortProps) {
  const { field, direction } = order
  return (
    <span className={classes.sort}>
      <Select
        aria-label="Sort by"
        data={columnChoices}
        allowDeselect={false}
        value={field}
        onChange={(next) => next && onOrder({ field: next as DeliverableSort, direction: natural[next as DeliverableSort] })}
      />
      <ActionIcon variant="default" size={36} aria-label="Reverse the order" onClick={() => onOrder({ field, direction: direction === 'ASC' ? 'DESC' : 'ASC' })}>
        <ArrowDownUp size={16} aria-hidden />
      </ActionIcon>
    </span>
  )
}

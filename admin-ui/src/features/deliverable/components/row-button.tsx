import { memo } from 'react'
import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { ago, exactly } from '~/shared/lib/format'
import { useNow } from '~/shared/lib/now'
import { sameRow } from '~/shared/lib/same-row'
import { isOff } from '../model/off'
import { shortPath } from '../model/path'
import { rowSummary, statusText } from '../model/row-summary'
import { KindIcon } from './kind-icon'
import { Marked } from './marked'
import { Visit } from './visit'
import classes from './row-button.module.css'

interface Props {
  row: DeliverableFieldsFragment
  filter: string
  onOpen: (row: { id: string }) => void
}

/** One row of the list. It renders again only when it has changed. */
export const RowButton = memo(RowView, (a, b) => a.filter === b.filter && a.onOpen === b.onOpen && sameRow(a.row, b.row))

function RowView({ row, filter, onOpen }: Props) {
  const off = isOff(row)
  const path = shortPath(row.path)
  return (
    <div className={classes.row} data-off={off || undefined}>
      <button type="button" className={classes.open} onClick={() => onOpen(row)} title={row.path} data-walk>
        <KindIcon kind={row.kind} off={off} small />
        <span className={classes.words}>
          <span className={classes.name}>
            <Marked name={row.name} filter={filter} />
          </span>
          {path && path !== row.name && <span className={classes.path}>{path}</span>}
        </span>
        <Aside row={row} />
      </button>
      <Visit row={row} />
    </div>
  )
}

function Aside({ row }: Pick<Props, 'row'>) {
  const now = useNow()
  const { helper, status, at } = rowSummary(row)
  return (
    <span className={classes.aside}>
      <span>{[helper, statusText(status)].filter(Boolean).join(' · ')}</span>
      {at && (
        <time dateTime={at} title={exactly(at)}>
          {ago(at, now)}
        </time>
      )}
    </span>
  )
}

import { PackageOpen } from 'lucide-react'
import { useMemo } from 'react'
import type { DeliverableFieldsFragment, DeliverableSort } from '~/gql/graphql'
import { ago, exactly } from '~/shared/lib/format'
import { useNow } from '~/shared/lib/now'
import { type Column, DataTable, type Order } from '~/shared/ui/data-table'
import { Empty } from '~/shared/ui/empty'
import { natural } from '../model/columns'
import { kindNames } from '../model/kind'
import { isOff } from '../model/off'
import { shortPath } from '../model/path'
import { helperOf, rowSummary, statusText } from '../model/row-summary'
import { KindIcon } from './kind-icon'
import { Marked } from './marked'
import { RowMenu } from './row-menu'
import { Visit } from './visit'
import classes from './deliverable-table.module.css'

type Row = DeliverableFieldsFragment

interface Props {
  rows: Row[]
  loading: boolean
  filter: string
  /** Whether the rail or the filter narrows the table. */
  narrowed: boolean
  order: Order<DeliverableSort>
  onOrder: (order: Order<DeliverableSort>) => void
  onOpen: (row: { id: string }) => void
  onHandOver?: (row: Row) => void
}

/** All rows as a table; the server sorts it. */
export function DeliverableTable({ filter, narrowed, onOpen, onHandOver, ...props }: Props) {
  const columns = useMemo(() => columnsOf(filter, onOpen, onHandOver), [filter, onOpen, onHandOver])
  return (
    <DataTable
      label="Artifacts"
      columns={columns}
      {...props}
      empty={
        <Empty icon={PackageOpen} title={narrowed ? 'No matches' : 'No artifacts yet'}>
          {narrowed
            ? 'No name, path or helper contains this text.'
            : 'Files, pages and services of this conversation appear here automatically.'}
        </Empty>
      }
    />
  )
}

function columnsOf(filter: string, onOpen: Props['onOpen'], onHandOver: Props['onHandOver']): Column<Row, DeliverableSort>[] {
  const column = (field: DeliverableSort, head: string) => ({ id: field, head, field, first: natural[field] })
  return [
    { ...column('NAME', 'Name'), fill: true, cell: (row) => <Name row={row} filter={filter} onOpen={onOpen} /> },
    { ...column('KIND', 'Kind'), cell: (row) => kindNames[row.kind] },
    { ...column('HELPER', 'Helper'), cell: (row) => <Helper name={helperOf(row)} /> },
    { ...column('EDITS', 'Edits'), align: 'end', cell: (row) => row.writes + row.edits || null },
    { ...column('CHANGED', 'Changed'), cell: (row) => <When row={row} /> },
    { ...column('PATH', 'Path'), wideOnly: true, fill: true, cell: (row) => <span className={classes.path} title={row.path}>{shortPath(row.path)}</span> },
    { id: 'menu', head: '', align: 'end', cell: (row) => <RowMenu row={row} onOpen={onOpen} onHandOver={onHandOver} /> },
  ]
}

function Name({ row, filter, onOpen }: Pick<Props, 'filter' | 'onOpen'> & { row: Row }) {
  const status = statusText(rowSummary(row).status)
  const off = isOff(row)
  return (
    <span className={classes.name} data-off={off || undefined}>
      <button type="button" className={classes.open} onClick={() => onOpen(row)} title={row.path} data-walk>
        <KindIcon kind={row.kind} off={off} small />
        <span className={classes.words}>
          <Marked name={row.name} filter={filter} />
        </span>
      </button>
      {(row.kind === 'SERVICE' || row.kind === 'PAGE') && status && <span className={classes.status}>{status}</span>}
      <Visit row={row} />
    </span>
  )
}

function Helper({ name }: { name: string }) {
  return name ? <span className={classes.helper} title={name}>{name}</span> : null
}

function When({ row }: { row: Row }) {
  const now = useNow()
  const { at } = rowSummary(row)
  return at ? <time dateTime={at} title={exactly(at)}>{ago(at, now)}</time> : null
}

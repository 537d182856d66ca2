import { Skeleton } from '@mantine/core'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { sameRow } from '../lib/same-row'
import classes from './data-table.module.css'

export type Direction = 'ASC' | 'DESC'

export interface Order<F extends string> {
  field: F
  direction: Direction
}

export interface Column<T, F extends string = never> {
  id: string
  head: string
  cell: (row: T) => ReactNode
  /** The server's order field, when the list can be ordered by this column. */
  field?: F
  /** The direction of the first click; ascending by default. */
  first?: Direction
  align?: 'end'
  /** Hidden where there is little room. */
  wideOnly?: boolean
  /** Takes the remaining width and truncates longer text. */
  fill?: boolean
}

interface Props<T extends { id: string }, F extends string> {
  label: string
  columns: Column<T, F>[]
  rows: T[]
  loading?: boolean
  order?: Order<F>
  onOrder?: (order: Order<F>) => void
  empty: ReactNode
}

/** A table that becomes a list of small cards on a phone. The first column names the row. */
export function DataTable<T extends { id: string }, F extends string = never>(props: Props<T, F>) {
  const { label, columns, rows, loading, empty } = props
  if (!loading && rows.length === 0) return <>{empty}</>
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label} aria-busy={loading || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} order={props.order} onOrder={props.onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {loading && rows.length === 0
            ? skeletons.map((skeleton) => <SkeletonRow key={skeleton} columns={columns} />)
            : rows.map((row) => <Row key={row.id} row={row} columns={columns} />)}
        </tbody>
      </table>
    </div>
  )
}

const skeletons = [0, 1, 2, 3, 4, 5]

function RowView<T, F extends string>({ row, columns }: { row: T; columns: Column<T, F>[] }) {
  return (
    <tr className={classes.row}>
      {columns.map((column) => (
        <td key={column.id} data-label={column.head} {...marksOf(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

function marksOf({ align, wideOnly, fill }: Pick<Column<never>, 'align' | 'wideOnly' | 'fill'>) {
  return { 'data-align': align, 'data-wide': wideOnly || undefined, 'data-fill': fill || undefined }
}

/** Renders again only when the row has changed: a table may have hundreds, and sorting returns the same rows. */
const Row = memo(RowView, (a, b) => a.columns === b.columns && sameRow(a.row, b.row)) as typeof RowView

function SkeletonRow<T, F extends string>({ columns }: { columns: Column<T, F>[] }) {
  return (
    <tr className={classes.row}>
      {columns.map((column, i) => (
        <td key={column.id} data-label={column.head} data-wide={column.wideOnly || undefined}>
          <Skeleton height={13} width={i === 0 ? '70%' : '45%'} radius="sm" />
        </td>
      ))}
    </tr>
  )
}

const other: Record<Direction, Direction> = { ASC: 'DESC', DESC: 'ASC' }

interface HeadProps<T, F extends string> {
  column: Column<T, F>
  order?: Order<F>
  onOrder?: (order: Order<F>) => void
}

function Head<T, F extends string>({ column, order, onOrder }: HeadProps<T, F>) {
  const { field } = column
  const marks = marksOf(column)
  if (!field || !onOrder) {
    return (
      <th scope="col" {...marks}>
        {column.head || <span className={classes.hidden}>Actions</span>}
      </th>
    )
  }
  const direction = order?.field === field ? order.direction : undefined
  return (
    <th scope="col" aria-sort={direction ? (direction === 'ASC' ? 'ascending' : 'descending') : 'none'} {...marks}>
      <button
        type="button"
        className={classes.sort}
        data-on={direction ? true : undefined}
        onClick={() => onOrder({ field, direction: direction ? other[direction] : (column.first ?? 'ASC') })}
      >
        {column.head}
        <SortIcon direction={direction} />
      </button>
    </th>
  )
}

function SortIcon({ direction }: { direction?: Direction }) {
  if (direction === 'ASC') return <ArrowUp size={13} aria-hidden />
  if (direction === 'DESC') return <ArrowDown size={13} aria-hidden />
  return <ChevronsUpDown size={13} aria-hidden />
}

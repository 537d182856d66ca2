import { Link } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConversationOrderField, ConversationRowFragment } from '~/gql/graphql'
import { type Column, DataTable, type Order } from '~/shared/ui/data-table'
import { Empty } from '~/shared/ui/empty'
import { RelativeTime } from '~/shared/ui/relative-time'
import { nameOf } from '../model/name'

const columns: Column<ConversationRowFragment, ConversationOrderField>[] = [
  { id: 'title', head: 'Title', field: 'TITLE', cell: (row) => <Title row={row} /> },
  { id: 'owner', head: 'Owner', cell: (row) => row.owner },
  { id: 'project', head: 'Project', cell: (row) => row.project?.name ?? null, wideOnly: true },
  { id: 'agent', head: 'Agent', cell: (row) => row.agent?.name ?? null, wideOnly: true },
  { id: 'items', head: 'Artifacts', align: 'end', cell: (row) => row.counts.items },
  { id: 'code', head: 'Code', align: 'end', cell: (row) => row.counts.code, wideOnly: true },
  { id: 'updated', head: 'Changed', field: 'UPDATED_AT', cell: (row) => <RelativeTime at={row.updatedAt} /> },
]

interface Props {
  rows: ConversationRowFragment[]
  loading: boolean
  order: Order<ConversationOrderField>
  onOrder: (order: Order<ConversationOrderField>) => void
  filtered: boolean
  emptyAction?: ReactNode
}

export function ConversationTable({ filtered, emptyAction, ...props }: Props) {
  return (
    <DataTable
      label="Conversations"
      columns={columns}
      {...props}
      empty={
        <Empty icon={MessagesSquare} title={filtered ? 'No matching conversations' : 'No conversations yet'} action={emptyAction}>
          {filtered ? 'No title contains this text.' : 'Front ends, runners and observed sessions start conversations. You can also start one here.'}
        </Empty>
      }
    />
  )
}

function Title({ row }: { row: ConversationRowFragment }) {
  return (
    <Link to="/conversations/$id" params={{ id: row.id }} style={{ fontWeight: 600, textDecoration: 'none' }}>
      {nameOf(row)}
    </Link>
  )
}

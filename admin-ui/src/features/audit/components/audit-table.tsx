import { Popover, UnstyledButton } from '@mantine/core'
import { ScrollText } from 'lucide-react'
import type { AuditEntryFieldsFragment } from '~/gql/graphql'
import { pretty } from '~/shared/lib/json'
import { type Column, DataTable } from '~/shared/ui/data-table'
import { Empty } from '~/shared/ui/empty'
import { RelativeTime } from '~/shared/ui/relative-time'
import { Mono } from '~/shared/ui/mono'

const columns: Column<AuditEntryFieldsFragment>[] = [
  { id: 'action', head: 'Action', cell: (entry) => <Mono>{entry.action}</Mono> },
  { id: 'actor', head: 'Actor', cell: (entry) => entry.actor },
  { id: 'at', head: 'When', cell: (entry) => <RelativeTime at={entry.at} /> },
  { id: 'target', head: 'Target', cell: (entry) => <Mono soft>{entry.target}</Mono> },
  { id: 'request', head: 'Request', cell: (entry) => <Mono soft>{entry.requestId.slice(0, 8)}</Mono>, wideOnly: true },
  { id: 'details', head: 'Details', align: 'end', cell: (entry) => <Details value={entry.details} />, wideOnly: true },
]

export function AuditTable({ rows, loading }: { rows: AuditEntryFieldsFragment[]; loading: boolean }) {
  return (
    <DataTable
      label="Audit log"
      columns={columns}
      rows={rows}
      loading={loading}
      empty={
        <Empty icon={ScrollText} title="No matching entries">
          Every change is recorded here, with who made it and when.
        </Empty>
      }
    />
  )
}

function Details({ value }: { value: unknown }) {
  const text = pretty(value)
  if (!text || text === '{}') return null
  return (
    <Popover width={360} position="bottom-end">
      <Popover.Target>
        <UnstyledButton style={{ fontSize: 13, color: 'var(--v-accent)' }}>Show</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <pre style={{ margin: 0, maxHeight: 320, overflow: 'auto', font: '12px/1.5 var(--v-mono)', textAlign: 'left' }}>{text}</pre>
      </Popover.Dropdown>
    </Popover>
  )
}

import { Badge } from '@mantine/core'
import { Bot } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AgentFieldsFragment, AgentOrderField } from '~/gql/graphql'
import { words } from '~/shared/lib/format'
import { type Column, DataTable, type Order } from '~/shared/ui/data-table'
import { Empty } from '~/shared/ui/empty'
import { RelativeTime } from '~/shared/ui/relative-time'
import { NameButton } from '~/shared/ui/name-button'

interface Props {
  rows: AgentFieldsFragment[]
  loading: boolean
  order: Order<AgentOrderField>
  onOrder: (order: Order<AgentOrderField>) => void
  onOpen: (agent: AgentFieldsFragment) => void
  emptyAction?: ReactNode
}

export function AgentTable({ onOpen, emptyAction, ...props }: Props) {
  const columns: Column<AgentFieldsFragment, AgentOrderField>[] = [
    { id: 'name', head: 'Name', field: 'NAME', cell: (agent) => <NameButton onClick={() => onOpen(agent)}>{agent.name}</NameButton> },
    { id: 'mode', head: 'Creates artifacts', cell: (agent) => <Badge color={agent.artifactCreationMode === 'NEVER' ? 'gray' : 'glass'}>{words(agent.artifactCreationMode)}</Badge> },
    { id: 'model', head: 'Model', cell: (agent) => agent.defaultModel?.name ?? null },
    { id: 'type', head: 'Output type', cell: (agent) => agent.defaultArtifactType?.name ?? 'JSON', wideOnly: true },
    { id: 'unregistered', head: 'Unregistered files', cell: (agent) => (agent.acceptUnregisteredFiles ? 'Accepted' : 'Rejected'), wideOnly: true },
    { id: 'updated', head: 'Changed', field: 'UPDATED_AT', cell: (agent) => <RelativeTime at={agent.updatedAt} />, wideOnly: true },
  ]
  return (
    <DataTable
      label="Agents"
      columns={columns}
      {...props}
      empty={
        <Empty icon={Bot} title="No agents" action={emptyAction}>
          An agent decides what happens to its outputs and which files it accepts.
        </Empty>
      }
    />
  )
}

import { Brain } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ModelFieldsFragment, ModelOrderField } from '~/gql/graphql'
import { bytes } from '~/shared/lib/format'
import { type Column, DataTable, type Order } from '~/shared/ui/data-table'
import { Empty } from '~/shared/ui/empty'
import { RelativeTime } from '~/shared/ui/relative-time'
import { Mono } from '~/shared/ui/mono'
import { NameButton } from '~/shared/ui/name-button'

interface Props {
  rows: ModelFieldsFragment[]
  loading: boolean
  order: Order<ModelOrderField>
  onOrder: (order: Order<ModelOrderField>) => void
  onOpen: (model: ModelFieldsFragment) => void
  emptyAction?: ReactNode
}

export function ModelTable({ onOpen, emptyAction, ...props }: Props) {
  const columns: Column<ModelFieldsFragment, ModelOrderField>[] = [
    { id: 'name', head: 'Name', field: 'NAME', cell: (model) => <NameButton onClick={() => onOpen(model)}>{model.name}</NameButton> },
    { id: 'provider', head: 'Provider', cell: (model) => model.provider },
    { id: 'takes', head: 'Accepts inline', cell: (model) => <Mono soft>{model.inputMimePatterns.join(', ') || 'text only'}</Mono> },
    { id: 'total', head: 'Inline per turn', align: 'end', cell: (model) => limit(model.maxInlineBytesTotal), wideOnly: true },
    { id: 'tokens', head: 'Context', align: 'end', cell: (model) => tokens(model.contextTokens), wideOnly: true },
    { id: 'updated', head: 'Changed', field: 'UPDATED_AT', cell: (model) => <RelativeTime at={model.updatedAt} />, wideOnly: true },
  ]
  return (
    <DataTable
      label="Models"
      columns={columns}
      {...props}
      empty={
        <Empty icon={Brain} title="No models" action={emptyAction}>
          The settings of a model decide which files reach it inline and which go to tools.
        </Empty>
      }
    />
  )
}

function limit(size: number | null | undefined): string {
  return size == null ? 'no limit' : bytes(size)
}

function tokens(count: number | null | undefined): string {
  return count == null ? '–' : `${count.toLocaleString('en')} tokens`
}

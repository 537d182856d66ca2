import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Shapes } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { ArtifactTypeFieldsFragment, ArtifactTypeOrderField } from '~/gql/graphql'
import { type Column, DataTable, type Order } from '~/shared/ui/data-table'
import { Empty } from '~/shared/ui/empty'
import { RelativeTime } from '~/shared/ui/relative-time'
import { Mono } from '~/shared/ui/mono'
import { DeliveryBadge } from './delivery-badge'
import { ProvenanceBadge } from './provenance-badge'
import classes from './artifact-type-table.module.css'

const columns: Column<ArtifactTypeFieldsFragment, ArtifactTypeOrderField>[] = [
  { id: 'name', head: 'Name and MIME pattern', field: 'NAME', cell: (type) => <Name type={type} /> },
  { id: 'delivery', head: 'Delivery', cell: (type) => <DeliveryBadge mode={type.defaultDeliveryMode} /> },
  { id: 'tools', head: 'Tools', cell: (type) => (type.toolLibrary ? <Mono soft whole>{type.toolLibrary}</Mono> : null), wideOnly: true },
  { id: 'priority', head: 'Priority', field: 'PRIORITY', align: 'end', cell: (type) => type.priority },
  { id: 'updated', head: 'Changed', field: 'UPDATED_AT', cell: (type) => <RelativeTime at={type.updatedAt} />, wideOnly: true },
]

interface Props {
  rows: ArtifactTypeFieldsFragment[]
  loading: boolean
  order: Order<ArtifactTypeOrderField>
  onOrder: (order: Order<ArtifactTypeOrderField>) => void
  emptyAction?: ReactNode
}

export function ArtifactTypeTable({ emptyAction, ...props }: Props) {
  return (
    <DataTable
      label="Artifact types"
      columns={columns}
      {...props}
      empty={
        <Empty icon={Shapes} title="No matching type" action={emptyAction}>
          No type matches the filter. A file of an unregistered type is rejected, unless its agent accepts such files.
        </Empty>
      }
    />
  )
}

/** A MIME pattern that breaks only after slashes and dots. */
function Pattern({ mime }: { mime: string }) {
  return (
    <span>
      {mime.split(/(?<=[/.])/).map((part, i) => (
        <Fragment key={part + String(i)}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}

function Name({ type }: { type: ArtifactTypeFieldsFragment }) {
  return (
    <span className={classes.name} data-off={!type.enabled || undefined}>
      <Link to="/types/$id" params={{ id: type.id }} className={classes.link}>
        {type.name}
      </Link>
      <ProvenanceBadge system={type.systemSupplied} />
      {!type.enabled && <Badge color="gray">Off</Badge>}
      <span className={classes.claims}>
        <Pattern mime={type.contentType} />
        {type.fileExtensions.length > 0 && <span className={classes.ext}>{type.fileExtensions.map((ext) => `.${ext}`).join(' ')}</span>}
      </span>
    </span>
  )
}

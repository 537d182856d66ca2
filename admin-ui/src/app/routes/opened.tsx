import { useQuery } from 'urql'
import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { Viewer } from '~/features/artifact/components/viewer'
import { DeliverableActions, DeliverableHistory, DeliverableView } from '~/features/deliverable/components/deliverable-view'
import { ModelChoicesQuery } from '~/features/model/api/model'

interface Props {
  artifact?: string
  version?: string
  deliverable?: string
  readOnly: boolean
  onVersion: (versionId: string | undefined) => void
  onHandOver?: (row: DeliverableFieldsFragment) => void
  onDeleted: () => void
}

/** What was opened from a card, the list or a message. */
export function Opened({ artifact, deliverable, ...props }: Props) {
  if (artifact) return <Versions key={artifact} artifactId={artifact} {...props} />
  if (!deliverable) return null
  return (
    <DeliverableView
      key={deliverable}
      id={deliverable}
      onHandOver={props.onHandOver}
      versions={(artifactId) => <Versions key={artifactId} artifactId={artifactId} {...props} />}
    />
  )
}

function Versions({ artifactId, version, onHandOver, ...props }: Omit<Props, 'artifact' | 'deliverable'> & { artifactId: string }) {
  const [{ data }] = useQuery({ query: ModelChoicesQuery })
  return (
    <Viewer
      artifactId={artifactId}
      versionId={version}
      models={data?.models.nodes ?? []}
      history={(id) => <DeliverableHistory id={id} />}
      actions={(id) => <DeliverableActions id={id} onHandOver={onHandOver} />}
      {...props}
    />
  )
}

/** What of the URL says what is opened. */
export interface OpenedSearch {
  artifact?: string
  version?: string
  deliverable?: string
}

/** Nothing is opened. */
export const closed: OpenedSearch = { artifact: undefined, version: undefined, deliverable: undefined }

/** Names what is opened; nothing when nothing is. */
export function openedKey({ artifact, deliverable }: OpenedSearch): string | undefined {
  return deliverable ?? artifact
}

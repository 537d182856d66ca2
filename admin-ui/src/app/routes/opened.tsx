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

/** Shows the artifact or deliverable that was opened from a card, the list or a message. */
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

/** The search parameters that name what is open. */
export interface OpenedSearch {
  artifact?: string
  version?: string
  deliverable?: string
}

/** The search parameters when nothing is open. */
export const closed: OpenedSearch = { artifact: undefined, version: undefined, deliverable: undefined }

/** Returns the id of what is open, or undefined. */
export function openedKey({ artifact, deliverable }: OpenedSearch): string | undefined {
  return deliverable ?? artifact
}

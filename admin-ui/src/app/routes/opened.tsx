import { useQuery } from 'urql'
import { Viewer } from '~/features/artifact/components/viewer'
import { DeliverableView } from '~/features/deliverable/components/deliverable-view'
import { History } from '~/features/deliverable/components/history'
import { ModelChoicesQuery } from '~/features/model/api/model'

interface Props {
  artifact?: string
  version?: string
  deliverable?: string
  readOnly: boolean
  onVersion: (versionId: string | undefined) => void
  onDeleted: () => void
}

/** What was opened from a card, the list or a message. */
export function Opened({ artifact, version, deliverable, readOnly, onVersion, onDeleted }: Props) {
  const [{ data }] = useQuery({ query: ModelChoicesQuery })
  if (artifact) {
    return (
      <Viewer
        key={artifact}
        artifactId={artifact}
        versionId={version}
        models={data?.models.nodes ?? []}
        readOnly={readOnly}
        history={(id) => <History deliverableId={id} />}
        onVersion={onVersion}
        onDeleted={onDeleted}
      />
    )
  }
  return deliverable ? <DeliverableView key={deliverable} id={deliverable} /> : null
}

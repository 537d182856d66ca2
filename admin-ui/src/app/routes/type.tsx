import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMutation, useQuery } from 'urql'
import type { ArtifactTypeFieldsFragment } from '~/gql/graphql'
import { usePermissions } from '~/features/access/components/use-permissions'
import { AgentChoicesQuery } from '~/features/agent/api/agent'
import { ArtifactTypeQuery, DeleteArtifactType } from '~/features/artifact-type/api/artifact-type'
import { ArtifactTypeEditor } from '~/features/artifact-type/components/artifact-type-editor'
import { ConflictBanner } from '~/features/artifact-type/components/conflict-banner'
import { Preview } from '~/features/artifact-type/components/preview'
import { ProvenanceBadge } from '~/features/artifact-type/components/provenance-badge'
import { exampleFor, type Question } from '~/features/artifact-type/model/question'
import { type Fault, faultsOf } from '~/shared/api/fault'
import { Confirm } from '~/shared/ui/confirm'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { RelativeTime } from '~/shared/ui/relative-time'
import { Page } from '~/shared/ui/page'
import { usePatchSearch } from './use-search'

const back = { to: '/types', label: 'Artifact types' }
const notFound: Fault = { code: 'NOT_FOUND', message: 'The artifact type does not exist.', remedies: ['It may have been deleted. Look for it in the list.'] }

const typeRoute = getRouteApi('/types/$id')
const newTypeRoute = getRouteApi('/types/new')

export function Type() {
  const { id } = typeRoute.useParams()
  const [{ data, error }, refetch] = useQuery({ query: ArtifactTypeQuery, variables: { id } })
  const type = data?.artifactType
  if (type) return <TypePage key={type.id} type={type} />
  return (
    <Page title="Artifact type" back={back}>
      {error && <FaultNotice faults={faultsOf(error)} onRetry={() => refetch({ requestPolicy: 'network-only' })} />}
      {!error && (data ? <FaultNotice faults={[notFound]} /> : <Loading lines={10} />)}
    </Page>
  )
}

function TypePage({ type }: { type: ArtifactTypeFieldsFragment }) {
  const search = typeRoute.useSearch()
  const can = usePermissions()
  const asked = search.mime || search.file ? search : { ...exampleFor(type.contentType, type.fileExtensions), agent: search.agent }
  return (
    <Page
      title={type.name}
      back={back}
      wide
      note={
        <>
          <ProvenanceBadge system={type.systemSupplied} /> changed <RelativeTime at={type.updatedAt} />
        </>
      }
      actions={can.editRegistry && <Delete type={type} />}
    >
      <ConflictBanner of={type.name} />
      <ArtifactTypeEditor
        type={type}
        readOnly={!can.editRegistry}
        preview={<RoutedPreview question={asked} subject={type.id} />}
        onCreated={() => {}}
      />
    </Page>
  )
}

export function NewType() {
  const search = newTypeRoute.useSearch()
  const navigate = useNavigate()
  return (
    <Page title="New artifact type" note="Choose which files it matches and how they reach a model." back={back} wide>
      <ArtifactTypeEditor
        readOnly={false}
        preview={<RoutedPreview question={search} />}
        onCreated={(id) => navigate({ to: '/types/$id', params: { id } })}
      />
    </Page>
  )
}

/** Keeps the question in the URL, so that it survives a save and can be shared. */
function RoutedPreview({ question, subject }: { question: Question; subject?: string }) {
  const patch = usePatchSearch<Question>()
  const [{ data }] = useQuery({ query: AgentChoicesQuery })
  return <Preview question={question} agents={data?.agents.nodes ?? []} onAsk={({ mime, file, agent }) => patch({ mime, file, agent })} subject={subject} />
}

function Delete({ type }: { type: ArtifactTypeFieldsFragment }) {
  const navigate = useNavigate()
  const [, remove] = useMutation(DeleteArtifactType)
  const del = async () => {
    const { error } = await remove({ input: { id: type.id, expectedRevision: type.revision } })
    if (!error) await navigate({ to: '/types' })
    return faultsOf(error)
  }
  return (
    <Confirm label="Delete" title={`Delete “${type.name}”?`} confirm="Delete the type" onConfirm={del}>
      Files that match no other type will be rejected. A type that artifacts use cannot be deleted; disable it instead.
    </Confirm>
  )
}

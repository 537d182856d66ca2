import { Badge, Select, Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import type { ArtifactQuery as ArtifactAnswer } from '~/gql/graphql'
import { faultsOf } from '~/shared/api/fault'
import { ago, bytes } from '~/shared/lib/format'
import { useNow } from '~/shared/lib/now'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { Notice } from '~/shared/ui/notice'
import { ArtifactQuery, VersionQuery } from '../api/artifact'
import { ArtifactMenu } from './artifact-menu'
import { Changes } from './changes'
import { Content, DownloadButton } from './content'
import { Delivery } from './delivery'
import { Restore } from './restore'
import { VersionFacts } from './version-facts'
import classes from './viewer.module.css'

type Artifact = NonNullable<ArtifactAnswer['conversationArtifact']>

interface Props {
  artifactId: string
  versionId?: string
  models: { id: string; name: string }[]
  readOnly: boolean
  /** Render the history and the actions of its deliverable. */
  history: (deliverableId: string) => ReactNode
  actions: (deliverableId: string) => ReactNode
  onVersion: (versionId: string | undefined) => void
  onDeleted: () => void
}

/** One artifact: its versions, their content, and how they reach a model. */
export function Viewer({ artifactId, ...props }: Props) {
  const [{ data, error }, refetch] = useQuery({ query: ArtifactQuery, variables: { id: artifactId } })
  if (error) return <FaultNotice faults={faultsOf(error)} onRetry={() => refetch({ requestPolicy: 'network-only' })} />
  if (!data) return <Loading lines={8} />
  if (!data.conversationArtifact) return <FaultNotice faults={[notFound]} />
  return <ArtifactView artifact={data.conversationArtifact} {...props} />
}

const notFound = { code: 'NOT_FOUND', message: 'The artifact does not exist, or you may not see it.', remedies: [] }

function ArtifactView({ artifact, versionId, ...props }: Omit<Props, 'artifactId'> & { artifact: Artifact }) {
  const [tab, setTab] = useState<string | null>('content')
  const shown = versionId ?? artifact.latestVersion?.id
  return (
    <div className={classes.viewer}>
      <div className={classes.head}>
        <span className={classes.letter} title="Its name in tool calls">{artifact.letter}</span>
        <div className={classes.words}>
          <h2 className={classes.name}>{artifact.name}</h2>
          <div className={classes.badges}>
            <Badge color="gray">{artifact.type.name}</Badge>
            {artifact.visibility === 'SYSTEM_ONLY' && <Badge color="brass">System only</Badge>}
          </div>
        </div>
        <VersionSelect artifact={artifact} shown={shown} onVersion={props.onVersion} />
      </div>
      {artifact.description && <p className={classes.description}>{artifact.description}</p>}
      {shown && <VersionView key={shown} id={shown} artifact={artifact} tab={tab} onTab={setTab} {...props} />}
    </div>
  )
}

function VersionSelect({ artifact, shown, onVersion }: { artifact: Artifact; shown?: string; onVersion: Props['onVersion'] }) {
  const now = useNow()
  const { nodes } = artifact.versions
  return (
    <Select
      aria-label="Version"
      className={classes.select}
      allowDeselect={false}
      data={nodes.map((version) => ({ value: version.id, label: `Version ${version.number} · ${ago(version.createdAt, now)}` }))}
      value={shown ?? null}
      onChange={(value) => onVersion(value === artifact.latestVersion?.id ? undefined : (value ?? undefined))}
    />
  )
}

interface VersionProps extends Omit<Props, 'artifactId' | 'versionId'> {
  id: string
  artifact: Artifact
  tab: string | null
  onTab: (tab: string | null) => void
}

function VersionView({ id, artifact, tab, onTab, models, readOnly, history, actions, onVersion, onDeleted }: VersionProps) {
  const [{ data, error }, refetch] = useQuery({ query: VersionQuery, variables: { id } })
  if (error) return <FaultNotice faults={faultsOf(error)} onRetry={() => refetch({ requestPolicy: 'network-only' })} />
  const version = data?.conversationArtifactVersion
  if (!version) return <Loading lines={8} />
  const historyPanel = artifact.deliverable && history(artifact.deliverable.id)
  return (
    <>
      <div className={classes.actions}>
        <DownloadButton version={version} />
        {!readOnly && version.id !== artifact.latestVersion?.id && <Restore version={version} onRestored={() => onVersion(undefined)} />}
        {!readOnly && <ArtifactMenu artifact={artifact} onDeleted={onDeleted} />}
        {artifact.deliverable && actions(artifact.deliverable.id)}
        <span className={classes.size}>
          {bytes(version.sizeBytes)} of {version.mimeType}, made by {version.madeBy}
        </span>
      </div>
      {version.remark && <Notice title={version.remark} />}
      <Tabs value={tab} onChange={onTab} keepMounted={false} classNames={{ tab: classes.tab }}>
        <Tabs.List mb="md">
          <Tabs.Tab value="content">Content</Tabs.Tab>
          <Tabs.Tab value="changes">Changes</Tabs.Tab>
          <Tabs.Tab value="delivery">Delivery</Tabs.Tab>
          <Tabs.Tab value="facts">Details</Tabs.Tab>
          {historyPanel && <Tabs.Tab value="history">History</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="content"><Content version={version} /></Tabs.Panel>
        <Tabs.Panel value="changes"><Changes version={version} versions={artifact.versions.nodes} /></Tabs.Panel>
        <Tabs.Panel value="delivery"><Delivery version={version} models={models} readOnly={readOnly} /></Tabs.Panel>
        <Tabs.Panel value="facts"><VersionFacts version={version} /></Tabs.Panel>
        {historyPanel && <Tabs.Panel value="history">{historyPanel}</Tabs.Panel>}
      </Tabs>
    </>
  )
}

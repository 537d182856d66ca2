import { Select } from '@mantine/core'
import { Equal, FileDiff, GitCompare } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import type { VersionFieldsFragment } from '~/gql/graphql'
import { faultsOf } from '~/shared/api/fault'
import { ago, plural } from '~/shared/lib/format'
import { useNow } from '~/shared/lib/now'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { VersionDiffQuery } from '../api/artifact'
import { previousOf } from '../model/diff'
import { DiffView } from './diff-view'
import classes from './changes.module.css'

interface Props {
  version: VersionFieldsFragment
  versions: { id: string; number: number; createdAt: string }[]
}

/** Shows what a version changed, compared with the previous version or any other. */
export function Changes({ version, versions }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const now = useNow()
  const others = versions.filter(({ id }) => id !== version.id)
  const against = chosen ?? previousOf(versions, version.number)?.id
  if (others.length === 0) {
    return (
      <Empty icon={GitCompare} title="Only one version">
        Changes appear here from the second version on.
      </Empty>
    )
  }
  return (
    <div className={classes.changes}>
      <Select
        label="Compared with"
        placeholder="Choose a version"
        className={classes.against}
        allowDeselect={false}
        data={others.map(({ id, number, createdAt }) => ({ value: id, label: `Version ${number} · ${ago(createdAt, now)}` }))}
        value={against ?? null}
        onChange={setChosen}
      />
      {against ? (
        <Difference id={version.id} againstId={against} />
      ) : (
        <Empty icon={GitCompare} title="First version">
          There is no earlier version. Choose another version to compare with.
        </Empty>
      )}
    </div>
  )
}

const incomparable = new Set(['INVALID', 'TOO_LARGE'])

function Difference({ id, againstId }: { id: string; againstId: string }) {
  const [{ data, error, fetching }, refetch] = useQuery({ query: VersionDiffQuery, variables: { id, againstId } })
  const faults = faultsOf(error)
  const refused = faults.find(({ code }) => incomparable.has(code))
  if (refused) {
    return (
      <Empty icon={FileDiff} title="Cannot be compared">
        {refused.message}
      </Empty>
    )
  }
  if (error) return <FaultNotice faults={faults} onRetry={() => refetch({ requestPolicy: 'network-only' })} />
  const diff = data?.conversationArtifactVersion?.diff
  if (!diff || fetching) return <Loading lines={8} />
  if (diff.unified === '') {
    return (
      <Empty icon={Equal} title="No difference">
        Both versions have the same content.
      </Empty>
    )
  }
  return (
    <>
      <p className={classes.stats} data-testid="diff-stats">
        <span className={classes.added}>+{plural(diff.stats.added, 'line')}</span>
        <span className={classes.removed}>−{plural(diff.stats.removed, 'line')}</span>
      </p>
      <DiffView key={diff.unified} unified={diff.unified} />
    </>
  )
}

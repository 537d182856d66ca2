import { SegmentedControl } from '@mantine/core'
import { FileQuestion } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useQuery } from 'urql'
import type { VersionFieldsFragment } from '~/gql/graphql'
import { faultsOf } from '~/shared/api/fault'
import { bytes } from '~/shared/lib/format'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { VersionTextQuery } from '../api/artifact'
import type { PreviewKind } from '../model/preview-kind'
import { DownloadButton } from './content'
import classes from './content.module.css'

const Markdown = lazy(() => import('./markdown'))
const maxBytes = 262_144

/** Text, rendered or as source. */
export function TextContent({ version, kind }: { version: VersionFieldsFragment; kind: PreviewKind }) {
  const [{ data, error }, refetch] = useQuery({ query: VersionTextQuery, variables: { id: version.id, maxBytes } })
  const [asIs, setAsIs] = useState(kind === 'html')
  if (error) return <FaultNotice faults={faultsOf(error)} onRetry={() => refetch({ requestPolicy: 'network-only' })} />
  if (!data) return <Loading lines={8} />
  const text = data.conversationArtifactVersion?.content
  if (text == null) {
    return (
      <Empty icon={FileQuestion} title="Not a text file" action={<DownloadButton version={version} />}>
        The content is not valid UTF-8.
      </Empty>
    )
  }
  return (
    <>
      {kind !== 'text' && (
        <div className={classes.bar}>
          <SegmentedControl
            size="xs"
            aria-label="View"
            data={[
              { value: 'shown', label: 'Rendered' },
              { value: 'source', label: 'Source' },
            ]}
            value={asIs ? 'source' : 'shown'}
            onChange={(value) => setAsIs(value === 'source')}
          />
        </div>
      )}
      {asIs ? <pre className={classes.text} tabIndex={0}>{text}</pre> : <Rendered kind={kind} text={text} name={version.fileName} />}
      {(version.sizeBytes ?? 0) > maxBytes && <p className={classes.note}>Showing the first {bytes(maxBytes)} of {bytes(version.sizeBytes)}.</p>}
    </>
  )
}

function Rendered({ kind, text, name }: { kind: PreviewKind; text: string; name: string }) {
  if (kind === 'markdown') {
    return (
      <Suspense fallback={<Loading lines={8} />}>
        <div className={classes.prose}>
          <Markdown text={text} />
        </div>
      </Suspense>
    )
  }
  // The empty sandbox allows no scripts, no forms and no origin.
  if (kind === 'html') return <iframe className={classes.frame} sandbox="" srcDoc={text} title={name} />
  return <pre className={classes.text} tabIndex={0}>{kind === 'json' ? indented(text) : text}</pre>
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

import { Button } from '@mantine/core'
import { History as HistoryIcon } from 'lucide-react'
import { useState } from 'react'
import type { DeliverableChangesQuery as Answer } from '~/gql/graphql'
import { usePages } from '~/shared/api/use-pages'
import { bytes, words } from '~/shared/lib/format'
import { Copy } from '~/shared/ui/copy'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { RelativeTime } from '~/shared/ui/relative-time'
import { Mono } from '~/shared/ui/mono'
import { DeliverableChangesQuery } from '../api/deliverable'
import classes from './history.module.css'

type Change = NonNullable<Answer['deliverable']>['changes']['nodes'][number]

/** Every change of a deliverable, each with the record that it was read from. */
export function History({ deliverableId }: { deliverableId: string }) {
  const [limit, setLimit] = useState(1)
  const { pages, faults, retry } = usePages({
    query: DeliverableChangesQuery,
    variables: (after) => ({ id: deliverableId, after }),
    page: (data) => data.deliverable?.changes,
    limit,
  })
  if (!pages) return faults.length > 0 ? <FaultNotice faults={faults} onRetry={retry} /> : <Loading />
  const changes = pages.flatMap(({ nodes }) => nodes)
  if (changes.length === 0) {
    return (
      <Empty icon={HistoryIcon} title="No history">
        Changes from now on appear here.
      </Empty>
    )
  }
  return (
    <>
      <ol className={classes.history} data-testid="history">
        {changes.map((change, i) => (
          <li key={`${change.at} ${changes.length - i}`} className={classes.change}>
            <Happened change={change} />
            {change.receipt && <Receipt receipt={change.receipt} />}
          </li>
        ))}
      </ol>
      {pages.at(-1)?.pageInfo.hasNextPage && (
        <Button size="xs" variant="default" onClick={() => setLimit(limit + 1)}>
          Show older changes
        </Button>
      )}
    </>
  )
}

function Happened({ change }: { change: Change }) {
  return (
    <>
      <div className={classes.head}>
        <b>{words(change.op)}</b> by the {change.actor === 'AGENT' ? 'agent' : 'user'}
        <span className={classes.when}>
          <RelativeTime at={change.at} />
        </span>
      </div>
      <div className={classes.facts}>
        {change.added != null && <span className={classes.added}>+{change.added}</span>}
        {change.removed != null && <span className={classes.removed}>−{change.removed}</span>}
        {change.bytes != null && <span>{bytes(change.bytes)}</span>}
        {change.callId && <Mono soft>{change.callId}</Mono>}
      </div>
    </>
  )
}

/** Names the record in the transcript, with its hash to check it. */
function Receipt({ receipt: { source, position, offset, recordSha256 } }: { receipt: NonNullable<Change['receipt']> }) {
  return (
    <div className={classes.receipt}>
      <span>
        Read from <Mono>{source}</Mono>{' '}
        {offset == null ? <>up to <Mono>{position}</Mono></> : <>at byte <Mono>{offset.toLocaleString('en')}</Mono></>}
      </span>
      <span className={classes.hash}>
        sha256 <Mono>{recordSha256.slice(0, 12)}…</Mono>
        <Copy value={recordSha256} what="the hash of the record" />
      </span>
    </div>
  )
}

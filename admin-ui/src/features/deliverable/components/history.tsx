import { History as HistoryIcon } from 'lucide-react'
import { useQuery } from 'urql'
import { faultsOf } from '~/shared/api/fault'
import { bytes, words } from '~/shared/lib/format'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { Moment } from '~/shared/ui/moment'
import { Mono } from '~/shared/ui/mono'
import { DeliverableChangesQuery } from '../api/deliverable'
import classes from './history.module.css'

/** Everything that was witnessed of a deliverable, each with where it was read. */
export function History({ deliverableId }: { deliverableId: string }) {
  const [{ data, error }] = useQuery({ query: DeliverableChangesQuery, variables: { id: deliverableId } })
  if (error) return <FaultNotice faults={faultsOf(error)} />
  if (!data) return <Loading />
  const changes = data.deliverable?.changes.nodes ?? []
  if (changes.length === 0) {
    return (
      <Empty icon={HistoryIcon} title="No history">
        What happens to it from now on is written down here.
      </Empty>
    )
  }
  return (
    <ol className={classes.history}>
      {changes.map((change, i) => (
        <li key={`${change.at} ${changes.length - i}`} className={classes.change}>
          <div className={classes.head}>
            <b>{words(change.op)}</b> by the {change.actor === 'AGENT' ? 'agent' : 'user'}
            <span className={classes.when}>
              <Moment at={change.at} />
            </span>
          </div>
          <div className={classes.facts}>
            {change.added != null && <span className={classes.added}>+{change.added}</span>}
            {change.removed != null && <span className={classes.removed}>−{change.removed}</span>}
            {change.bytes != null && <span>{bytes(change.bytes)}</span>}
            {change.callId && <Mono soft>{change.callId}</Mono>}
          </div>
          {change.receipt && (
            <div className={classes.receipt} title={`Record sha256 ${change.receipt.recordSha256}`}>
              Read from <Mono>{change.receipt.source}</Mono> up to <Mono>{change.receipt.position}</Mono>
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

import { useQuery } from 'urql'
import { faultsOf } from '~/shared/api/fault'
import { bytes, words } from '~/shared/lib/format'
import { Facts } from '~/shared/ui/facts'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { Mono } from '~/shared/ui/mono'
import { DeliverableQuery } from '../api/deliverable'
import { kindLabels } from '../model/sections'
import { History } from './history'
import { KindIcon } from './kind-icon'
import { Meta } from './meta'
import classes from './deliverable-view.module.css'

const gone = { code: 'NOT_FOUND', message: 'This deliverable is not there any more.', remedies: [] }

/** A deliverable whose content is not kept: what is known of it, and what happened to it. */
export function DeliverableView({ id }: { id: string }) {
  const [{ data, error }] = useQuery({ query: DeliverableQuery, variables: { id } })
  if (error) return <FaultNotice faults={faultsOf(error)} />
  if (!data) return <Loading lines={6} />
  const row = data.deliverable
  if (!row) return <FaultNotice faults={[gone]} />
  return (
    <div className={classes.view}>
      <div className={classes.head}>
        <KindIcon kind={row.kind} />
        <div>
          <h2 className={classes.name}>{row.name}</h2>
          <p className={classes.meta}><Meta row={row} /></p>
        </div>
      </div>
      <Facts
        facts={[
          ['Kind', kindLabels[row.kind]],
          ['Path', <Mono key="path">{row.path}</Mono>],
          ['Host', row.host],
          ['Size', row.bytes == null ? null : bytes(row.bytes)],
          ['Last', words(row.lastOp)],
          ['Address', row.url && <a href={row.url} target="_blank" rel="noreferrer noopener">{row.url}</a>],
        ]}
      />
      <h3 className={classes.title}>What happened to it</h3>
      <History deliverableId={id} />
    </div>
  )
}

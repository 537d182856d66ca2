import { Button } from '@mantine/core'
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import type { DeliverableFieldsFragment, DeliverableQuery as Answer } from '~/gql/graphql'
import { faultsOf } from '~/shared/api/fault'
import { language } from '~/shared/lib/language'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { DeliverableQuery } from '../api/deliverable'
import { isOff } from '../model/off'
import { About } from './about'
import { History } from './history'
import { KindIcon } from './kind-icon'
import { RowMenu } from './row-menu'
import { Visit } from './visit'
import classes from './deliverable-view.module.css'

type Row = NonNullable<Answer['deliverable']>
type OnHandOver = ((row: DeliverableFieldsFragment) => void) | undefined

interface Props {
  id: string
  onHandOver: OnHandOver
  /** Renders the versions of its artifact. */
  versions: (artifactId: string) => ReactNode
}

/** One deliverable: its versions when its content is stored, else its facts and history. */
export function DeliverableView({ id, onHandOver, versions }: Props) {
  return <LoadedDeliverable id={id} draw={(row) => (row.artifact ? versions(row.artifact.id) : <WithoutContent row={row} onHandOver={onHandOver} />)} />
}

/** The actions of a deliverable, beside its versions. */
export function DeliverableActions({ id, onHandOver }: Omit<Props, 'versions'>) {
  return <LoadedDeliverable id={id} draw={(row) => <Actions row={row} onHandOver={onHandOver} />} />
}

/** The facts and the history of a deliverable. */
export function DeliverableHistory({ id }: { id: string }) {
  return (
    <div className={classes.view}>
      <LoadedDeliverable id={id} draw={(row) => <About row={row} />} />
      <h3 className={classes.title}>History</h3>
      <History deliverableId={id} />
    </div>
  )
}

const notFound = { code: 'NOT_FOUND', message: 'The deliverable no longer exists.', remedies: [] }

function LoadedDeliverable({ id, draw }: { id: string; draw: (row: Row) => ReactNode }) {
  const [{ data, error }, refetch] = useQuery({ query: DeliverableQuery, variables: { id, language } })
  if (error && !data) return <FaultNotice faults={faultsOf(error)} onRetry={() => refetch({ requestPolicy: 'network-only' })} />
  if (!data) return <Loading lines={3} />
  return data.deliverable ? draw(data.deliverable) : <FaultNotice faults={[notFound]} />
}

function WithoutContent({ row, onHandOver }: { row: Row; onHandOver: OnHandOver }) {
  return (
    <div className={classes.view}>
      <div className={classes.head}>
        <KindIcon kind={row.kind} off={isOff(row)} />
        <h2 className={classes.name}>{row.name}</h2>
        <Visit row={row} />
        <Actions row={row} onHandOver={onHandOver} />
      </div>
      <DeliverableHistory id={row.id} />
    </div>
  )
}

function Actions({ row, onHandOver }: { row: Row; onHandOver: OnHandOver }) {
  return (
    <span className={classes.acts}>
      {onHandOver && row.kind !== 'SERVICE' && (
        <Button size="xs" variant="default" leftSection={<Send size={14} aria-hidden />} onClick={() => onHandOver(row)}>
          Hand over
        </Button>
      )}
      <RowMenu row={row} />
    </span>
  )
}

import { MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { faultsOf } from '~/shared/api/fault'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { MessagesQuery } from '../api/conversation'
import { timeline } from '../model/timeline'
import { Message } from './message'
import classes from './timeline.module.css'

interface Props {
  conversationId: string
  rows: DeliverableFieldsFragment[]
  card: (row: DeliverableFieldsFragment) => ReactNode
  onOpenVersion: (artifactId: string, versionId: string) => void
}

/** The newest messages with the cards between them. */
export function Timeline({ conversationId, rows, card, onOpenVersion }: Props) {
  const [{ data, error }, ask] = useQuery({ query: MessagesQuery, variables: { id: conversationId } })
  if (error) return <FaultNotice faults={faultsOf(error)} onRetry={() => ask({ requestPolicy: 'network-only' })} />
  if (!data) return <Loading lines={6} />
  const messages = data.conversation?.messages
  const older = messages?.pageInfo.hasPreviousPage ?? false
  const entries = timeline(messages?.nodes ?? [], rows, older)
  if (entries.length === 0) {
    return (
      <Empty icon={MessagesSquare} title="Nothing said, nothing made">
        Write a message, drop a file here, or let a runner hand in what its agent does.
      </Empty>
    )
  }
  return (
    <div className={classes.timeline}>
      {older && <p className={classes.older}>The newest {messages?.nodes.length} of {messages?.totalCount} messages</p>}
      {entries.map((entry) =>
        entry.what === 'message' ? (
          <Message key={entry.id} message={entry.message} onOpen={onOpenVersion} />
        ) : (
          <div key={entry.id} className={classes.card}>{card(entry.row)}</div>
        ),
      )}
    </div>
  )
}

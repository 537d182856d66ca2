import { MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { faultsOf } from '~/shared/api/fault'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import type { CardRow } from '../model/arrivals'
import { Message } from './message'
import classes from './timeline.module.css'
import type { useChat } from './use-chat'

interface Props {
  chat: ReturnType<typeof useChat>
  card: (row: CardRow) => ReactNode
  onOpenVersion: (artifactId: string, versionId: string) => void
}

/** The newest messages with the cards between them. */
export function Timeline({ chat: { messages, entries, error, retry }, card, onOpenVersion }: Props) {
  if (error && !entries) return <FaultNotice faults={faultsOf(error)} onRetry={retry} />
  if (!entries) return <Loading lines={6} />
  if (entries.length === 0) {
    return (
      <Empty icon={MessagesSquare} title="Nothing here yet">
        Write a message, drop a file here, or let a runner report what its agent does.
      </Empty>
    )
  }
  return (
    <div className={classes.timeline}>
      {messages?.pageInfo.hasPreviousPage && (
        <p className={classes.older}>The newest {messages.nodes.length} of {messages.totalCount} messages</p>
      )}
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

import { getRouteApi } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'
import { useQuery } from 'urql'
import type { ConversationQuery as ConversationAnswer } from '~/gql/graphql'
import { usePermissions } from '~/features/access/components/use-permissions'
import { ConversationQuery } from '~/features/conversation/api/conversation'
import { LiveBadge } from '~/features/conversation/components/live-badge'
import { useLive } from '~/features/conversation/components/use-live'
import { nameOf } from '~/features/conversation/model/name'
import { DeliverableWindow, type WindowState } from '~/features/deliverable/components/deliverable-window'
import { type Fault, faultsOf } from '~/shared/api/fault'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { Page } from '~/shared/ui/page'
import { Split } from '~/shared/ui/split'
import { Opened, openedKey, closed } from './opened'
import { useHandOver } from './use-hand-over'
import { usePatchSearch } from './use-search'
import { useStable } from '~/shared/lib/use-stable'

const route = getRouteApi('/conversations/$id/deliverables')
const notFound: Fault = { code: 'NOT_FOUND', message: 'The conversation does not exist, or you may not see it.', remedies: [] }

/** The page of a conversation’s artifacts: a rail of filters and a table. */
export function Deliverables() {
  const { id } = route.useParams()
  const [{ data, error }, refetch] = useQuery({ query: ConversationQuery, variables: { id } })
  if (data?.conversation) return <DeliverablesPage key={id} conversation={data.conversation} />
  return (
    <Page title="Artifacts" back={{ to: '/conversations', label: 'Conversations' }}>
      {error && <FaultNotice faults={faultsOf(error)} onRetry={() => refetch({ requestPolicy: 'network-only' })} />}
      {!error && (data ? <FaultNotice faults={[notFound]} /> : <Loading lines={10} />)}
    </Page>
  )
}

function DeliverablesPage({ conversation }: { conversation: NonNullable<ConversationAnswer['conversation']> }) {
  const { id } = conversation
  const search = route.useSearch()
  const patch = usePatchSearch<typeof search>()
  const can = usePermissions()
  const live = useLive(id, conversation.lastSequence)
  const { handOver, dialog } = useHandOver(id, can.writeConversations)
  const close = () => patch(closed)
  const open = useStable((row: { id: string }) => patch({ ...closed, deliverable: row.id }, false))
  return (
    <Page title="Artifacts" back={{ to: `/conversations/${id}`, label: nameOf(conversation) }} wide actions={<LiveBadge {...live} />}>
      {can.readContents ? (
        <Split
          label={nameOf(conversation)}
          shown={openedKey(search)}
          quiet={false}
          onClose={close}
          pane={<Opened {...search} readOnly={!can.writeConversations} onVersion={(version) => patch({ version })} onHandOver={handOver} onDeleted={close} />}
        >
          <DeliverableWindow conversationId={id} revision={live.revision} state={search} onState={(next: WindowState) => patch(next)} onOpen={open} onHandOver={handOver} />
        </Split>
      ) : (
        <Empty icon={EyeOff} title="Your role cannot see contents">
          Only the conversation’s users, runners and administrators can see artifacts.
        </Empty>
      )}
      {dialog}
    </Page>
  )
}

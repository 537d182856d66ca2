import { Drawer } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { EyeOff, Upload } from 'lucide-react'
import { useQuery } from 'urql'
import type { ConversationQuery as ConversationAnswer, DeliverableFieldsFragment } from '~/gql/graphql'
import { useMay } from '~/features/access/components/use-may'
import { UploadList } from '~/features/artifact/components/upload-list'
import { useUploads } from '~/features/artifact/components/use-uploads'
import { ConversationQuery } from '~/features/conversation/api/conversation'
import { Composer } from '~/features/conversation/components/composer'
import { ConversationMenu } from '~/features/conversation/components/conversation-menu'
import { ConversationNote } from '~/features/conversation/components/conversation-note'
import { LiveBadge } from '~/features/conversation/components/live-badge'
import { Timeline } from '~/features/conversation/components/timeline'
import { useLive } from '~/features/conversation/components/use-live'
import { nameOf } from '~/features/conversation/model/name'
import { DeliverablesQuery } from '~/features/deliverable/api/deliverable'
import { Card } from '~/features/deliverable/components/card'
import { Chip } from '~/features/deliverable/components/chip'
import { type Fault, faultsOf } from '~/shared/api/fault'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { Page } from '~/shared/ui/page'
import classes from './conversation.module.css'
import { Opened } from './opened'
import { usePatchSearch } from './use-search'

const route = getRouteApi('/conversations/$id')
const back = { to: '/conversations', label: 'Conversations' }
const gone: Fault = { code: 'NOT_FOUND', message: 'There is no such conversation, or it is not yours to see.', remedies: [] }

export function Conversation() {
  const { id } = route.useParams()
  const [{ data, error }, ask] = useQuery({ query: ConversationQuery, variables: { id } })
  if (data?.conversation) return <ConversationPage key={id} conversation={data.conversation} />
  return (
    <Page title="Conversation" back={back}>
      {error && <FaultNotice faults={faultsOf(error)} onRetry={() => ask({ requestPolicy: 'network-only' })} />}
      {!error && (data ? <FaultNotice faults={[gone]} /> : <Loading lines={10} />)}
    </Page>
  )
}

function ConversationPage({ conversation }: { conversation: NonNullable<ConversationAnswer['conversation']> }) {
  const { id } = conversation
  const search = route.useSearch()
  const patch = usePatchSearch<typeof search>()
  const navigate = useNavigate()
  const may = useMay()
  const { state, last } = useLive(id, conversation.lastSequence)
  const uploads = useUploads(id)
  const rows = useRows(id, !may.readContents)
  const shut = () => patch({ artifact: undefined, version: undefined, deliverable: undefined })
  const open = (row: DeliverableFieldsFragment) =>
    patch({ artifact: row.artifact?.id, deliverable: row.artifact ? undefined : row.id, version: undefined }, false)
  return (
    <Page
      title={nameOf(conversation)}
      back={back}
      tall
      note={<ConversationNote conversation={conversation} />}
      actions={may.writeConversations && <ConversationMenu id={id} title={conversation.title} onDeleted={() => navigate(back)} />}
    >
      <div className={classes.bar}>
        <LiveBadge state={state} last={last} />
        <Chip conversationId={id} counts={conversation.counts} onOpen={open} />
      </div>
      {may.readContents ? (
        <Timeline
          conversationId={id}
          rows={rows}
          card={(row) => <Card row={row} onOpen={open} />}
          onOpenVersion={(artifact, version) => patch({ artifact, version, deliverable: undefined }, false)}
        />
      ) : (
        <Empty icon={EyeOff} title="Contents are not for your role">
          You see titles and counts. Messages and artifacts are for the conversation’s users, for runners and for administrators.
        </Empty>
      )}
      {may.writeConversations && (
        <div className={classes.foot}>
          <UploadList uploads={uploads.uploads} onRetry={uploads.retry} onDrop={uploads.drop} />
          <Composer conversationId={id} onFiles={uploads.add} />
          <DropAnywhere onFiles={uploads.add} />
        </div>
      )}
      <Drawer
        opened={Boolean(search.artifact || search.deliverable)}
        onClose={shut}
        size={720}
        title={<span className={classes.drawerTitle}>{nameOf(conversation)}</span>}
      >
        <Opened {...search} readOnly={!may.writeConversations} onVersion={(version) => patch({ version })} onDeleted={shut} />
      </Drawer>
    </Page>
  )
}

function useRows(conversationId: string, pause: boolean): DeliverableFieldsFragment[] {
  const [{ data }] = useQuery({ query: DeliverablesQuery, variables: { conversationId, sortBy: 'CHANGED' }, pause })
  return data?.conversation?.deliverables.nodes ?? []
}

function DropAnywhere({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <Dropzone.FullScreen active onDrop={onFiles} className={classes.drop}>
      <div className={classes.dropWords}>
        <Upload size={30} strokeWidth={1.5} aria-hidden />
        <b>Drop to upload</b>
        <span>Each file becomes an artifact of this conversation.</span>
      </div>
    </Dropzone.FullScreen>
  )
}

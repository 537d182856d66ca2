import { ActionIcon, Tooltip } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { EyeOff, Maximize2, Upload } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import type { ConversationQuery as ConversationAnswer } from '~/gql/graphql'
import { usePermissions } from '~/features/access/components/use-permissions'
import { UploadList } from '~/features/artifact/components/upload-list'
import { useUploads } from '~/features/artifact/components/use-uploads'
import { ConversationQuery } from '~/features/conversation/api/conversation'
import { Composer } from '~/features/conversation/components/composer'
import { ConversationMenu } from '~/features/conversation/components/conversation-menu'
import { ConversationNote } from '~/features/conversation/components/conversation-note'
import { LiveBadge } from '~/features/conversation/components/live-badge'
import { Timeline } from '~/features/conversation/components/timeline'
import { useChat } from '~/features/conversation/components/use-chat'
import { nameOf } from '~/features/conversation/model/name'
import { Card } from '~/features/deliverable/components/card'
import { Chip } from '~/features/deliverable/components/chip'
import { explainAutoOpen, useAutoOpen } from '~/features/deliverable/components/use-auto-open'
import { quietOpen } from '~/features/deliverable/model/quiet-open'
import { type Fault, faultsOf } from '~/shared/api/fault'
import { useStable } from '~/shared/lib/use-stable'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { Page } from '~/shared/ui/page'
import { Split } from '~/shared/ui/split'
import classes from './conversation.module.css'
import { Opened, openedKey, closed } from './opened'
import { useHandOver } from './use-hand-over'
import { usePatchSearch } from './use-search'

const route = getRouteApi('/conversations/$id')
const back = { to: '/conversations', label: 'Conversations' }
const notFound: Fault = { code: 'NOT_FOUND', message: 'The conversation does not exist, or you may not see it.', remedies: [] }

type Conversation = NonNullable<ConversationAnswer['conversation']>

export function Conversation() {
  const { id } = route.useParams()
  const [{ data, error }, refetch] = useQuery({ query: ConversationQuery, variables: { id } })
  if (data?.conversation) return <ConversationPage key={id} conversation={data.conversation} />
  return (
    <Page title="Conversation" back={back}>
      {error && <FaultNotice faults={faultsOf(error)} onRetry={() => refetch({ requestPolicy: 'network-only' })} />}
      {!error && (data ? <FaultNotice faults={[notFound]} /> : <Loading lines={10} />)}
    </Page>
  )
}

function ConversationPage({ conversation }: { conversation: Conversation }) {
  const { id } = conversation
  const search = route.useSearch()
  const patch = usePatchSearch<typeof search>()
  const navigate = useNavigate()
  const can = usePermissions()
  const uploads = useUploads(id)
  const { open, openQuietly, quiet } = useOpening()
  const chat = useChat({ conversationId: id, after: conversation.lastSequence, pause: !can.readContents, onNewDocument: openQuietly })
  const { handOver, dialog } = useHandOver(id, can.writeConversations)
  const close = () => patch(closed)
  const shown = openedKey(search)
  return (
    <Page
      title={nameOf(conversation)}
      back={back}
      tall
      wide={shown !== undefined}
      note={<ConversationNote conversation={conversation} />}
      actions={can.writeConversations && <ConversationMenu id={id} title={conversation.title} onDeleted={() => navigate(back)} />}
    >
      <Split
        label={nameOf(conversation)}
        shown={shown}
        quiet={shown !== undefined && quiet === shown}
        onClose={close}
        pane={<Opened {...search} readOnly={!can.writeConversations} onVersion={(version) => patch({ version })} onHandOver={handOver} onDeleted={close} />}
      >
        <div className={classes.bar}>
          <LiveBadge {...chat.live} />
          <span className={classes.doors}>
            <Chip conversationId={id} counts={conversation.counts} revision={chat.live.revision} onOpen={open} />
            <WindowLink id={id} />
          </span>
        </div>
        {can.readContents ? (
          <Timeline
            chat={chat}
            card={(row) => <Card row={row} onOpen={open} />}
            onOpenVersion={(artifact, version) => patch({ artifact, version, deliverable: undefined }, false)}
          />
        ) : (
          <Empty icon={EyeOff} title="Your role cannot see contents">
            You can see titles and counts. Only the conversation’s users, runners and administrators can see messages and artifacts.
          </Empty>
        )}
        {can.writeConversations && (
          <div className={classes.foot}>
            <UploadList uploads={uploads.uploads} onRetry={uploads.retry} onRemove={uploads.remove} />
            <Composer conversationId={id} onFiles={uploads.add} />
            <DropAnywhere onFiles={uploads.add} />
          </div>
        )}
      </Split>
      {dialog}
    </Page>
  )
}

/** Opens rows beside the chat. A row that a person opens takes the focus; a new document does not. */
function useOpening() {
  const search = route.useSearch()
  const patch = usePatchSearch<typeof search>()
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const [setting] = useAutoOpen()
  const [quiet, setQuiet] = useState<string>()
  const shown = openedKey(search)
  const open = useStable(({ id }: { id: string }) => {
    setQuiet(undefined)
    void patch({ ...closed, deliverable: id }, false)
  })
  const openQuietly = useStable(({ id }: { id: string }) => {
    const inUse = shown !== undefined && shown !== quiet // keep what a person opened
    if (inUse || quietOpen({ auto: true, phone, setting }) !== 'quiet') return
    setQuiet(id)
    explainAutoOpen()
    void patch({ ...closed, deliverable: id })
  })
  return { open, openQuietly, quiet }
}

function WindowLink({ id }: { id: string }) {
  return (
    <Tooltip label="Show all artifacts in a table">
      <ActionIcon
        renderRoot={(props) => <Link to="/conversations/$id/deliverables" params={{ id }} {...props} />}
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Open the artifacts in a full page"
      >
        <Maximize2 size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
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

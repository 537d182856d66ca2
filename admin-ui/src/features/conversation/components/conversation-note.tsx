import type { ConversationQuery } from '~/gql/graphql'
import { RelativeTime } from '~/shared/ui/relative-time'
import { Mono } from '~/shared/ui/mono'

type Conversation = NonNullable<ConversationQuery['conversation']>

/** The owner of a conversation and where its agent works, in one line. */
export function ConversationNote({ conversation }: { conversation: Conversation }) {
  const { owner, project, agent, harness, host, cwd, createdAt } = conversation
  return (
    <>
      {owner} · <RelativeTime at={createdAt} />
      {project && <> · {project.name}</>}
      {agent && <> · answered by {agent.name}</>}
      {harness && <> · records of {harness}</>}
      {cwd && (
        <>
          {' '}
          in <Mono>{host ? `${host}:${cwd}` : cwd}</Mono>
        </>
      )}
    </>
  )
}

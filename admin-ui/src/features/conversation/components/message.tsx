import { Paperclip } from 'lucide-react'
import type { MessageFieldsFragment } from '~/gql/graphql'
import { bytes } from '~/shared/lib/format'
import { RelativeTime } from '~/shared/ui/relative-time'
import classes from './message.module.css'

interface Props {
  message: MessageFieldsFragment
  onOpen: (artifactId: string, versionId: string) => void
}

/** One message with its attached versions. */
export function Message({ message, onOpen }: Props) {
  return (
    <article className={classes.message} data-role={message.role}>
      <header className={classes.head}>
        <b>{authorOf(message)}</b>
        <RelativeTime at={message.createdAt} />
      </header>
      {message.text && <p className={classes.text}>{message.text}</p>}
      {message.versions.length > 0 && (
        <div className={classes.versions}>
          {message.versions.map((version) => (
            <button key={version.id} type="button" className={classes.version} onClick={() => onOpen(version.artifact.id, version.id)}>
              <Paperclip size={13} aria-hidden />
              <span>{version.fileName || version.artifact.name}</span>
              <small>
                {version.number > 1 && `v${version.number} · `}
                {bytes(version.sizeBytes)}
              </small>
            </button>
          ))}
        </div>
      )}
    </article>
  )
}

function authorOf({ role, agent }: MessageFieldsFragment): string {
  if (role === 'USER') return 'User'
  if (role === 'SYSTEM') return 'System'
  return agent?.name ?? 'Agent'
}

import { ActionIcon, Button, Progress } from '@mantine/core'
import { Check, X } from 'lucide-react'
import { bytes } from '~/shared/lib/format'
import type { PendingUpload } from './use-uploads'
import classes from './upload-list.module.css'

interface Props {
  uploads: PendingUpload[]
  onRetry: (upload: PendingUpload) => void
  /** Cancels an upload, or removes a failed one from the list. */
  onRemove: (upload: PendingUpload) => void
}

/** The uploads in progress, and the failed ones with the reason. */
export function UploadList({ uploads, onRetry, onRemove }: Props) {
  if (uploads.length === 0) return null
  return (
    <ul className={classes.list} aria-label="Uploads">
      {uploads.map((upload) => (
        <li key={upload.id} className={classes.upload} data-state={upload.state}>
          <div className={classes.head}>
            <span className={classes.name}>{upload.file.name}</span>
            <span className={classes.state}>{stateText(upload)}</span>
            {upload.state === 'done' && <Check size={15} aria-hidden />}
            {upload.state === 'failed' && (
              <Button size="compact-xs" variant="default" onClick={() => onRetry(upload)}>
                Try again
              </Button>
            )}
            {removable(upload) && (
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`${upload.state === 'failed' ? 'Dismiss' : 'Cancel'} ${upload.file.name}`}
                onClick={() => onRemove(upload)}
              >
                <X size={14} aria-hidden />
              </ActionIcon>
            )}
          </div>
          {moving.has(upload.state) && <Progress size={3} value={Math.max(4, upload.progress * 100)} aria-label={`Sending ${upload.file.name}`} />}
          {upload.faults.map((fault) => (
            <p key={fault.message} role="alert" className={classes.fault}>
              {[fault.message, ...fault.remedies].join(' ')}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

const moving = new Set<PendingUpload['state']>(['sending', 'resuming'])

/** Reports whether an upload can be cancelled or dismissed. A completely sent one cannot. */
function removable({ state, sessionId, progress }: PendingUpload): boolean {
  return state === 'failed' || state === 'waiting' || (moving.has(state) && sessionId !== undefined && progress < 1)
}

function stateText({ state, progress, file }: PendingUpload): string {
  if (state === 'resuming') return `connection lost at ${Math.round(progress * 100)} %, resuming`
  if (state === 'waiting') return 'waiting'
  if (state === 'failed') return 'not stored'
  if (state === 'done') return 'stored'
  return progress < 1 ? `${Math.round(progress * 100)} % of ${bytes(file.size)}` : 'checking'
}

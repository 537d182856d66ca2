import { Tooltip } from '@mantine/core'
import type { LiveState } from '~/shared/api/follow'
import classes from './live-badge.module.css'

const words: Record<LiveState, [label: string, meaning: string]> = {
  connecting: ['Connecting', 'Opening the live connection.'],
  live: ['Live', 'Changes appear here as they happen.'],
  reconnecting: ['Reconnecting', 'The connection was lost. Missed changes will appear when it is back.'],
  ended: ['Not live', 'The server ended the live connection. Reload the page to reconnect.'],
}

/** Shows whether the page follows the conversation live. */
export function LiveBadge({ state, last }: { state: LiveState; last: number }) {
  const [label, meaning] = words[state]
  return (
    <Tooltip label={`${meaning} Last event: ${last}.`}>
      <span className={classes.badge} data-state={state} data-testid="live-state" role="status" tabIndex={0}>
        <span className={classes.dot} aria-hidden />
        {label}
      </span>
    </Tooltip>
  )
}

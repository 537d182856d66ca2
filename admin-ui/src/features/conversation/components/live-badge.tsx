import { Tooltip } from '@mantine/core'
import type { LiveState } from '~/shared/api/follow'
import classes from './live-badge.module.css'

const words: Record<LiveState, [label: string, meaning: string]> = {
  connecting: ['Connecting', 'Opening the live connection.'],
  live: ['Live', 'What happens appears here by itself.'],
  reconnecting: ['Reconnecting', 'The connection broke. Nothing is lost: what was missed comes when it is back.'],
  ended: ['Not live', 'The server ended the live connection. Reload the page to look again.'],
}

/** Says whether the page follows the conversation. */
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

import { Tooltip } from '@mantine/core'
import { ago, exactly } from '../lib/format'
import { useNow } from '../lib/now'

/** A relative time that stays current, with the exact time in a tooltip. */
export function RelativeTime({ at, empty = '–' }: { at: string | null | undefined; empty?: string }) {
  const now = useNow()
  if (!at) return <span>{empty}</span>
  return (
    <Tooltip label={exactly(at)}>
      <time dateTime={at}>{ago(at, now)}</time>
    </Tooltip>
  )
}

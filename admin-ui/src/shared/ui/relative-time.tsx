import { Tooltip } from '@mantine/core'
import { ago, exactly } from '../lib/format'
import { useNow } from '../lib/now'

/** An instant in words that stay true, with the exact time behind it. */
export function RelativeTime({ at, empty = '–' }: { at: string | null | undefined; empty?: string }) {
  const now = useNow()
  if (!at) return <span>{empty}</span>
  return (
    <Tooltip label={exactly(at)}>
      <time dateTime={at}>{ago(at, now)}</time>
    </Tooltip>
  )
}

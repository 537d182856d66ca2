import { Badge } from '@mantine/core'
import type { DeliveryMode } from '~/gql/graphql'

export function DeliveryBadge({ mode }: { mode: DeliveryMode }) {
  return mode === 'INLINE' ? <Badge>Inline</Badge> : <Badge color="gray">Tools only</Badge>
}

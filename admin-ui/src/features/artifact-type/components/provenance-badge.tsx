import { Badge } from '@mantine/core'

/** Shows whether a type ships with Vitrine or is the team's own. */
export function ProvenanceBadge({ system }: { system: boolean }) {
  if (system) return <Badge variant="default" style={{ color: 'var(--v-ink-soft)' }}>System</Badge>
  return <Badge color="brass">Own</Badge>
}

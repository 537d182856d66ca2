import { Badge } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useMutation } from 'urql'
import type { ApiKeyFieldsFragment } from '~/gql/graphql'
import { faultsOf } from '~/shared/api/fault'
import { words } from '~/shared/lib/format'
import { useNow } from '~/shared/lib/now'
import { Confirm } from '~/shared/ui/confirm'
import { type Column, DataTable } from '~/shared/ui/data-table'
import { Empty } from '~/shared/ui/empty'
import { RelativeTime } from '~/shared/ui/relative-time'
import { Mono } from '~/shared/ui/mono'
import { RevokeApiKey } from '../api/access'

const columns: Column<ApiKeyFieldsFragment>[] = [
  { id: 'name', head: 'Name', cell: (key) => <b style={{ fontWeight: 600 }}>{key.name}</b> },
  { id: 'prefix', head: 'Prefix', cell: (key) => <Mono soft>{key.prefix}…</Mono> },
  { id: 'role', head: 'Role', cell: (key) => words(key.role) },
  { id: 'user', head: 'Acts for', cell: (key) => key.user, wideOnly: true },
  { id: 'scopes', head: 'Scopes', cell: (key) => <Scopes scopes={key.scopes} />, wideOnly: true },
  { id: 'used', head: 'Last used', cell: (key) => <RelativeTime at={key.lastUsedAt} empty="never" />, wideOnly: true },
  { id: 'state', head: 'State', cell: (key) => <KeyState apiKey={key} /> },
  { id: 'act', head: '', align: 'end', cell: (key) => <Revoke apiKey={key} /> },
]

export function ApiKeyTable({ rows, loading }: { rows: ApiKeyFieldsFragment[]; loading: boolean }) {
  return (
    <DataTable
      label="API keys"
      columns={columns}
      rows={rows}
      loading={loading}
      empty={
        <Empty icon={KeyRound} title="No API keys">
          Front ends, runners and CI need a key to use the API. Each key acts for one user with one role.
        </Empty>
      }
    />
  )
}

function Scopes({ scopes }: { scopes: string[] }) {
  if (scopes.length === 0) return <span style={{ color: 'var(--v-ink-faint)' }}>not limited</span>
  return <Mono>{scopes.join(', ')}</Mono>
}

function KeyState({ apiKey }: { apiKey: ApiKeyFieldsFragment }) {
  const now = useNow()
  if (apiKey.revokedAt) return <Badge color="red">Revoked</Badge>
  if (apiKey.expiresAt && Date.parse(apiKey.expiresAt) < now) return <Badge color="gray">Expired</Badge>
  return <Badge>Active</Badge>
}

function Revoke({ apiKey }: { apiKey: ApiKeyFieldsFragment }) {
  const [, revoke] = useMutation(RevokeApiKey)
  if (apiKey.revokedAt) return null
  return (
    <Confirm
      size="xs"
      label="Revoke"
      title={`Revoke “${apiKey.name}”?`}
      confirm="Revoke the key"
      onConfirm={async () => faultsOf((await revoke({ input: { id: apiKey.id } })).error)}
    >
      The key stops working at once, and its live connections close. This cannot be undone.
    </Confirm>
  )
}

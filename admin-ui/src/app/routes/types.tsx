import { Button, SegmentedControl } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useQuery } from 'urql'
import type { ArtifactTypeFilter } from '~/gql/graphql'
import { usePermissions } from '~/features/access/components/use-permissions'
import { AgentChoicesQuery } from '~/features/agent/api/agent'
import { ArtifactTypesQuery } from '~/features/artifact-type/api/artifact-type'
import { ArtifactTypeTable } from '~/features/artifact-type/components/artifact-type-table'
import { ConflictBanner } from '~/features/artifact-type/components/conflict-banner'
import { Preview } from '~/features/artifact-type/components/preview'
import { faultsOf } from '~/shared/api/fault'
import { pageArgs } from '~/shared/lib/page'
import { ListBody } from '~/shared/ui/list-body'
import { Page } from '~/shared/ui/page'
import { Pager } from '~/shared/ui/pager'
import { Panel } from '~/shared/ui/panel'
import { SearchField } from '~/shared/ui/search-field'
import { Toolbar } from '~/shared/ui/toolbar'
import classes from './types.module.css'
import { firstPage, usePatchSearch } from './use-search'

const route = getRouteApi('/types')
const kinds = [
  { value: 'all', label: 'All' },
  { value: 'own', label: 'Own' },
  { value: 'system', label: 'System' },
  { value: 'off', label: 'Off' },
]
const filters: Record<string, ArtifactTypeFilter> = { own: { systemSupplied: false }, system: { systemSupplied: true }, off: { enabled: false } }

export function Types() {
  const search = route.useSearch()
  const patch = usePatchSearch<typeof search>()
  const can = usePermissions()
  const order = { field: search.by ?? 'NAME', direction: search.way ?? 'ASC' } as const
  const filter = { text: search.text, ...filters[search.kind ?? 'all'] }
  const [{ data, error, fetching }, refetch] = useQuery({ query: ArtifactTypesQuery, variables: { filter, orderBy: order, ...pageArgs(search) } })
  const [{ data: agents }] = useQuery({ query: AgentChoicesQuery })
  const list = data?.artifactTypes
  const add = can.editRegistry && (
    <Button renderRoot={(props) => <Link to="/types/new" {...props} />} leftSection={<Plus size={16} aria-hidden />}>
      New type
    </Button>
  )
  return (
    <Page title="Artifact types" note="Which files can be uploaded, and how each type reaches a model." actions={add} wide>
      <ConflictBanner />
      <div className={classes.columns}>
        <Panel flush>
          <Toolbar>
            <SearchField label="Filter by name or MIME" value={search.text} onChange={(text) => patch({ text, ...firstPage })} />
            <SegmentedControl
              size="xs"
              aria-label="Which types"
              data={kinds}
              value={search.kind ?? 'all'}
              onChange={(kind) => patch({ kind: kind === 'all' ? undefined : (kind as 'own'), ...firstPage })}
            />
          </Toolbar>
          <ListBody faults={faultsOf(error)} onRetry={() => refetch({ requestPolicy: 'network-only' })} known={Boolean(list)}>
            <ArtifactTypeTable
              rows={list?.nodes ?? []}
              loading={fetching && !list}
              order={order}
              onOrder={({ field, direction }) => patch({ by: field, way: direction, ...firstPage })}
              emptyAction={add}
            />
          </ListBody>
          <Pager page={list?.pageInfo} total={list?.totalCount} noun="type" onGo={(place) => patch({ ...firstPage, ...place })} />
        </Panel>
        <Preview question={search} agents={agents?.agents.nodes ?? []} onAsk={({ mime, file, agent }) => patch({ mime, file, agent })} />
      </div>
    </Page>
  )
}

import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useQuery } from 'urql'
import { usePermissions } from '~/features/access/components/use-permissions'
import { AgentsQuery } from '~/features/agent/api/agent'
import { AgentForm } from '~/features/agent/components/agent-form'
import { AgentTable } from '~/features/agent/components/agent-table'
import { faultsOf } from '~/shared/api/fault'
import { pageArgs } from '~/shared/lib/page'
import { ListBody } from '~/shared/ui/list-body'
import { Page } from '~/shared/ui/page'
import { Pager } from '~/shared/ui/pager'
import { Panel } from '~/shared/ui/panel'
import { SearchField } from '~/shared/ui/search-field'
import { Toolbar } from '~/shared/ui/toolbar'
import { firstPage, usePatchSearch } from './use-search'

const route = getRouteApi('/agents')

export function Agents() {
  const search = route.useSearch()
  const patch = usePatchSearch<typeof search>()
  const can = usePermissions()
  const order = { field: search.by ?? 'NAME', direction: search.way ?? 'ASC' } as const
  const variables = { filter: search.text ? { text: search.text } : undefined, orderBy: order, ...pageArgs(search) }
  const [{ data, error, fetching }, refetch] = useQuery({ query: AgentsQuery, variables })
  const list = data?.agents
  const opened = list?.nodes.find(({ id }) => id === search.open)
  const refresh = () => refetch({ requestPolicy: 'network-only' })
  const add = can.editRegistry && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => patch({ open: 'new' })}>
      New agent
    </Button>
  )
  return (
    <Page title="Agents" note="What happens to each agent’s outputs, and which files it accepts." actions={add}>
      <Panel flush>
        <Toolbar>
          <SearchField label="Filter by name" value={search.text} onChange={(text) => patch({ text, ...firstPage })} />
        </Toolbar>
        <ListBody faults={faultsOf(error)} onRetry={refresh} known={Boolean(list)}>
          <AgentTable
            rows={list?.nodes ?? []}
            loading={fetching && !list}
            order={order}
            onOrder={({ field, direction }) => patch({ by: field, way: direction, ...firstPage })}
            onOpen={({ id }) => patch({ open: id }, false)}
            emptyAction={add}
          />
        </ListBody>
        <Pager page={list?.pageInfo} total={list?.totalCount} noun="agent" onGo={(place) => patch({ ...firstPage, ...place })} />
      </Panel>
      {(opened || search.open === 'new') && (
        <AgentForm
          key={opened ? opened.id + opened.revision : 'new'}
          agent={opened}
          readOnly={!can.editRegistry}
          onReload={refresh}
          onClose={() => patch({ open: undefined })}
        />
      )}
    </Page>
  )
}

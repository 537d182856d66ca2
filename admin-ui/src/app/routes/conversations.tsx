import { Select } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { usePermissions } from '~/features/access/components/use-permissions'
import { AgentChoicesQuery } from '~/features/agent/api/agent'
import { ConversationsQuery } from '~/features/conversation/api/conversation'
import { ConversationTable } from '~/features/conversation/components/conversation-table'
import { CreateConversation } from '~/features/conversation/components/create-conversation'
import { ProjectChoicesQuery } from '~/features/project/api/project'
import { HarnessesQuery } from '~/features/server/api/server'
import { faultsOf } from '~/shared/api/fault'
import { pageArgs } from '~/shared/lib/page'
import { ListBody } from '~/shared/ui/list-body'
import { Page } from '~/shared/ui/page'
import { Pager } from '~/shared/ui/pager'
import { Panel } from '~/shared/ui/panel'
import { SearchField } from '~/shared/ui/search-field'
import { Toolbar } from '~/shared/ui/toolbar'
import { firstPage, usePatchSearch } from './use-search'

const route = getRouteApi('/conversations')

export function Conversations() {
  const search = route.useSearch()
  const patch = usePatchSearch<typeof search>()
  const can = usePermissions()
  const agents = useAgents()
  const order = { field: search.by ?? 'UPDATED_AT', direction: search.way ?? 'DESC' } as const
  const filter = { text: search.text, agentId: search.agent }
  const [{ data, error, fetching }, refetch] = useQuery({ query: ConversationsQuery, variables: { filter, orderBy: order, ...pageArgs(search) } })
  const list = data?.conversations
  const create = can.writeConversations && <NewConversation />
  return (
    <Page title="Conversations" note="Messages, and the artifacts they produced." actions={create}>
      <Panel flush>
        <Toolbar>
          <SearchField label="Filter by title" value={search.text} onChange={(text) => patch({ text, ...firstPage })} />
          {agents.length > 0 && (
            <Select
              aria-label="Agent"
              placeholder="Any agent"
              clearable
              w={180}
              data={agents.map(({ id, name }) => ({ value: id, label: name }))}
              value={search.agent ?? null}
              onChange={(agent) => patch({ agent: agent ?? undefined, ...firstPage })}
            />
          )}
        </Toolbar>
        <ListBody faults={faultsOf(error)} onRetry={() => refetch({ requestPolicy: 'network-only' })} known={Boolean(list)}>
          <ConversationTable
            rows={list?.nodes ?? []}
            loading={fetching && !list}
            order={order}
            onOrder={({ field, direction }) => patch({ by: field, way: direction, ...firstPage })}
            filtered={Boolean(search.text || search.agent)}
            emptyAction={create}
          />
        </ListBody>
        <Pager page={list?.pageInfo} total={list?.totalCount} noun="conversation" onGo={(place) => patch({ ...firstPage, ...place })} />
      </Panel>
    </Page>
  )
}

function useAgents() {
  const [{ data }] = useQuery({ query: AgentChoicesQuery })
  return data?.agents.nodes ?? []
}

function NewConversation() {
  const navigate = useNavigate()
  const agents = useAgents()
  const [{ data: projects }] = useQuery({ query: ProjectChoicesQuery })
  const [{ data: server }] = useQuery({ query: HarnessesQuery, requestPolicy: 'cache-first' })
  return (
    <CreateConversation
      agents={agents}
      projects={projects?.projects.nodes ?? []}
      harnesses={server?.serverInfo.harnesses ?? []}
      onCreated={(id) => navigate({ to: '/conversations/$id', params: { id } })}
    />
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { AuditEntriesQuery } from '~/features/audit/api/audit'
import { AuditTable } from '~/features/audit/components/audit-table'
import { faultsOf } from '~/shared/api/fault'
import { pageArgs } from '~/shared/lib/page'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Page } from '~/shared/ui/page'
import { Pager } from '~/shared/ui/pager'
import { Panel } from '~/shared/ui/panel'
import { SearchField } from '~/shared/ui/search-field'
import { Toolbar } from '~/shared/ui/toolbar'
import { firstPage, usePatchSearch } from './use-search'

const route = getRouteApi('/audit')

export function Audit() {
  const search = route.useSearch()
  const patch = usePatchSearch<typeof search>()
  const { actor, action, target } = search
  const [{ data, error, fetching }, refetch] = useQuery({
    query: AuditEntriesQuery,
    variables: { filter: { actor, action, target }, ...pageArgs(search) },
  })
  const list = data?.auditEntries
  return (
    <Page title="Audit log" note="Every change and who made it, newest first.">
      <FaultNotice faults={faultsOf(error)} onRetry={() => refetch({ requestPolicy: 'network-only' })} />
      {!error && (
        <Panel flush>
          <Toolbar>
            <SearchField label="Actor" value={actor} onChange={(actor) => patch({ actor, ...firstPage })} />
            <SearchField label="Action, for example update.artifactType" value={action} slash={false} onChange={(action) => patch({ action, ...firstPage })} />
            <SearchField label="Target, for example artifactType:id" value={target} slash={false} onChange={(target) => patch({ target, ...firstPage })} />
          </Toolbar>
          <AuditTable rows={list?.nodes ?? []} loading={fetching && !list} />
          <Pager page={list?.pageInfo} total={list?.totalCount} noun="entry" nouns="entries" onGo={(place) => patch({ ...firstPage, ...place })} />
        </Panel>
      )}
    </Page>
  )
}

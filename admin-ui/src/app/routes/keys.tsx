import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { ApiKeysQuery } from '~/features/access/api/access'
import { ApiKeyTable } from '~/features/access/components/api-key-table'
import { CreateApiKey } from '~/features/access/components/create-api-key'
import { usePermissions } from '~/features/access/components/use-permissions'
import { faultsOf } from '~/shared/api/fault'
import { pageArgs } from '~/shared/lib/page'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Page } from '~/shared/ui/page'
import { Pager } from '~/shared/ui/pager'
import { Panel } from '~/shared/ui/panel'
import { firstPage, usePatchSearch } from './use-search'

const route = getRouteApi('/keys')

export function Keys() {
  const search = route.useSearch()
  const patch = usePatchSearch<typeof search>()
  const can = usePermissions()
  const [{ data, error, fetching }, refetch] = useQuery({ query: ApiKeysQuery, variables: pageArgs(search) })
  const list = data?.apiKeys
  return (
    <Page title="API keys" note="Who can use the API, and with which role. Only a hash of each key is stored." actions={can.readAccess && <CreateApiKey />}>
      <FaultNotice faults={faultsOf(error)} onRetry={() => refetch({ requestPolicy: 'network-only' })} />
      {!error && (
        <Panel flush>
          <ApiKeyTable rows={list?.nodes ?? []} loading={fetching && !list} />
          <Pager page={list?.pageInfo} total={list?.totalCount} noun="key" onGo={(place) => patch({ ...firstPage, ...place })} />
        </Panel>
      )}
    </Page>
  )
}

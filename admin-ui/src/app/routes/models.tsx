import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useQuery } from 'urql'
import { usePermissions } from '~/features/access/components/use-permissions'
import { ModelsQuery } from '~/features/model/api/model'
import { ModelForm } from '~/features/model/components/model-form'
import { ModelTable } from '~/features/model/components/model-table'
import { faultsOf } from '~/shared/api/fault'
import { pageArgs } from '~/shared/lib/page'
import { ListBody } from '~/shared/ui/list-body'
import { Page } from '~/shared/ui/page'
import { Pager } from '~/shared/ui/pager'
import { Panel } from '~/shared/ui/panel'
import { SearchField } from '~/shared/ui/search-field'
import { Toolbar } from '~/shared/ui/toolbar'
import { firstPage, usePatchSearch } from './use-search'

const route = getRouteApi('/models')

export function Models() {
  const search = route.useSearch()
  const patch = usePatchSearch<typeof search>()
  const can = usePermissions()
  const order = { field: search.by ?? 'NAME', direction: search.way ?? 'ASC' } as const
  const variables = { filter: search.text ? { text: search.text } : undefined, orderBy: order, ...pageArgs(search) }
  const [{ data, error, fetching }, refetch] = useQuery({ query: ModelsQuery, variables })
  const list = data?.models
  const opened = list?.nodes.find(({ id }) => id === search.open)
  const refresh = () => refetch({ requestPolicy: 'network-only' })
  const add = can.editRegistry && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => patch({ open: 'new' })}>
      New model
    </Button>
  )
  return (
    <Page title="Models" note="What each model accepts inline, and its limits." actions={add}>
      <Panel flush>
        <Toolbar>
          <SearchField label="Filter by name" value={search.text} onChange={(text) => patch({ text, ...firstPage })} />
        </Toolbar>
        <ListBody faults={faultsOf(error)} onRetry={refresh} known={Boolean(list)}>
          <ModelTable
            rows={list?.nodes ?? []}
            loading={fetching && !list}
            order={order}
            onOrder={({ field, direction }) => patch({ by: field, way: direction, ...firstPage })}
            onOpen={({ id }) => patch({ open: id }, false)}
            emptyAction={add}
          />
        </ListBody>
        <Pager page={list?.pageInfo} total={list?.totalCount} noun="model" onGo={(place) => patch({ ...firstPage, ...place })} />
      </Panel>
      {(opened || search.open === 'new') && (
        <ModelForm
          key={opened ? opened.id + opened.revision : 'new'}
          model={opened}
          readOnly={!can.editRegistry}
          onReload={refresh}
          onClose={() => patch({ open: undefined })}
        />
      )}
    </Page>
  )
}

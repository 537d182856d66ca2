import { Explorer as ExplorerView } from '~/features/explorer/components/explorer'
import { Page } from '~/shared/ui/page'

export function Explorer() {
  return (
    <Page title="API" note="Everything the admin does goes through this API. Requests here are made with your key." wide>
      <ExplorerView />
    </Page>
  )
}

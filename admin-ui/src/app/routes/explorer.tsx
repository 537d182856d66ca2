import { Explorer as ExplorerView } from '~/features/explorer/components/explorer'
import { Page } from '~/shared/ui/page'

export function Explorer() {
  return (
    <Page title="API" note="The admin uses this API for everything it does. Requests on this page use your key." wide>
      <ExplorerView />
    </Page>
  )
}

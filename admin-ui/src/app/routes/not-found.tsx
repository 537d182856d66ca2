import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { Empty } from '~/shared/ui/empty'
import { Page } from '~/shared/ui/page'

export function NotFound() {
  return (
    <Page title="Nothing here">
      <Empty icon={Compass} title="No page has this address" action={<Link to="/">Go to the overview</Link>} />
    </Page>
  )
}

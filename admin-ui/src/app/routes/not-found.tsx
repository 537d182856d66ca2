import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { Empty } from '~/shared/ui/empty'
import { Page } from '~/shared/ui/page'

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty icon={Compass} title="This page does not exist" action={<Link to="/">Go to the overview</Link>} />
    </Page>
  )
}

import { ExternalLink } from 'lucide-react'
import { externalLink, linkOf } from '../model/link'
import classes from './visit.module.css'

interface Props {
  row: Parameters<typeof linkOf>[0] & { name: string }
}

/** The link to a page, a design or a service; greyed out while it is not available. */
export function Visit({ row }: Props) {
  const link = linkOf(row)
  if (!link) return null
  if (!link.live) {
    return (
      <span className={classes.visit} data-off role="link" aria-disabled="true" aria-label={`${row.name} is not available now`} title={link.href}>
        <ExternalLink size={15} aria-hidden />
      </span>
    )
  }
  return (
    <a className={classes.visit} href={link.href} {...externalLink} aria-label={`Visit ${row.name}`} title={link.href}>
      <ExternalLink size={15} aria-hidden />
    </a>
  )
}

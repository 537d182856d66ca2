import { ExternalLink } from 'lucide-react'
import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { shortPath } from '../model/sections'
import { KindIcon } from './kind-icon'
import { Meta } from './meta'
import classes from './card.module.css'

interface Props {
  row: DeliverableFieldsFragment
  onOpen: (row: DeliverableFieldsFragment) => void
}

/** One deliverable's place in the chat. It is patched in place, never drawn anew. */
export function Card({ row, onOpen }: Props) {
  return (
    <div className={classes.card} data-testid="card" data-card={row.card?.id}>
      <button type="button" className={classes.open} onClick={() => onOpen(row)}>
        <KindIcon kind={row.kind} />
        <span className={classes.words}>
          <span className={classes.name}>{row.name}</span>
          <span className={classes.meta}>
            <Meta row={row} />
          </span>
        </span>
        <span className={classes.path}>{shortPath(row.path)}</span>
      </button>
      {row.url && (
        <a className={classes.visit} href={row.url} target="_blank" rel="noreferrer noopener" aria-label={`Visit ${row.name}`}>
          <ExternalLink size={15} aria-hidden />
        </a>
      )}
    </div>
  )
}

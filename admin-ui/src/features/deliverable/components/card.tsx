import { memo } from 'react'
import type { CardFieldsFragment, DeliverableFieldsFragment } from '~/gql/graphql'
import { lang } from '~/shared/lib/language'
import { isOff } from '../model/off'
import { shortPath } from '../model/path'
import { KindIcon } from './kind-icon'
import { Visit } from './visit'
import classes from './card.module.css'

interface Props {
  row: DeliverableFieldsFragment & { card?: CardFieldsFragment | null }
  onOpen: (row: { id: string }) => void
}

/** The card of a deliverable in the chat. It is patched in place and never replaced. */
export const Card = memo(function Card({ row, onOpen }: Props) {
  const off = isOff(row)
  return (
    <div className={classes.card} data-testid="card" data-card={row.card?.id} data-kind={row.kind} data-off={off || undefined}>
      <button type="button" className={classes.open} onClick={() => onOpen(row)} title={row.path}>
        <KindIcon kind={row.kind} off={off} />
        <span className={classes.words}>
          <span className={classes.name}>{row.name}</span>
          <span className={classes.meta} lang={lang}>
            {row.card?.kindWord} · {row.card?.metaLine}
          </span>
        </span>
        <span className={classes.path}>{shortPath(row.path)}</span>
      </button>
      <Visit row={row} />
    </div>
  )
})

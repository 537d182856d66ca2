import type { ReactNode } from 'react'
import classes from './panel.module.css'

interface Props {
  title?: ReactNode
  note?: ReactNode
  aside?: ReactNode
  flush?: boolean
  children: ReactNode
}

/** A surface with a title. `flush` removes the padding, for tables. */
export function Panel({ title, note, aside, flush, children }: Props) {
  return (
    <section className={classes.panel} data-flush={flush || undefined}>
      {(title || aside) && (
        <div className={classes.head}>
          <div className={classes.words}>
            {title && <h2 className={classes.title}>{title}</h2>}
            {note && <p className={classes.note}>{note}</p>}
          </div>
          {aside}
        </div>
      )}
      <div className={classes.body}>{children}</div>
    </section>
  )
}

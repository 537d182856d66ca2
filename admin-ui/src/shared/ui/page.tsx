import { ArrowLeft } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import classes from './page.module.css'

interface Props {
  title: string
  note?: ReactNode
  actions?: ReactNode
  back?: { to: string; label: string }
  wide?: boolean
  /** At least as tall as the window, so that a sticky footer is at the bottom. */
  tall?: boolean
  children: ReactNode
}

/** The frame of every page: back link, title, one line of help, actions. */
export function Page({ title, note, actions, back, wide, tall, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Vitrine`
  }, [title])
  return (
    <div className={classes.page} data-wide={wide || undefined} data-tall={tall || undefined}>
      <header className={classes.head}>
        <div className={classes.words}>
          {back && (
            <Link to={back.to} className={classes.back}>
              <ArrowLeft size={14} aria-hidden /> {back.label}
            </Link>
          )}
          <h1 className={classes.title}>{title}</h1>
          {note && <div className={classes.note}>{note}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

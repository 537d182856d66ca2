import type { ReactNode } from 'react'
import { TriangleAlert } from 'lucide-react'
import classes from './notice.module.css'

/** A calm banner for what deserves an eye but is no fault. */
export function Notice({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div role="status" className={classes.notice}>
      <TriangleAlert size={18} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        <strong className={classes.title}>{title}</strong>
        {children}
      </div>
    </div>
  )
}

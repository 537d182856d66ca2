import type { ReactNode } from 'react'
import { TriangleAlert } from 'lucide-react'
import classes from './notice.module.css'

/** A banner for information that needs attention but is not an error. */
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

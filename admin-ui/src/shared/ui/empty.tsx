import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './empty.module.css'

interface Props {
  icon: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** The placeholder of an empty list, with what to do about it. */
export function Empty({ icon: Icon, title, children, action }: Props) {
  return (
    <div className={classes.empty}>
      <span className={classes.case}>
        <Icon size={22} strokeWidth={1.6} aria-hidden />
      </span>
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.text}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

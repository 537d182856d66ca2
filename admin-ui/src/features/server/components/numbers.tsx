import { Link } from '@tanstack/react-router'
import classes from './numbers.module.css'

interface Props {
  numbers: { to: string; one: string; count: number }[]
}

/** The totals, each with a link to its list. */
export function Numbers({ numbers }: Props) {
  return (
    <div className={classes.numbers}>
      {numbers.map(({ to, one, count }) => (
        <Link key={to} to={to} className={classes.number}>
          <b>{count.toLocaleString('en')}</b>
          {count === 1 ? one : `${one}s`}
        </Link>
      ))}
    </div>
  )
}

import { mark } from '../model/mark'
import classes from './marked.module.css'

/** A name with the matched part highlighted. */
export function Marked({ name, filter }: { name: string; filter: string }) {
  const range = mark(name, filter)
  if (!range) return <>{name}</>
  const [from, to] = range
  return (
    <>
      {name.slice(0, from)}
      <mark className={classes.mark}>{name.slice(from, to)}</mark>
      {name.slice(to)}
    </>
  )
}

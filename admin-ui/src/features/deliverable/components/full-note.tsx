import { TriangleAlert } from 'lucide-react'
import classes from './full-note.module.css'

/** Says that a list has reached its bound. */
export function FullNote({ counts }: { counts?: { full: boolean; total: number } }) {
  if (!counts?.full) return null
  return (
    <p className={classes.note} role="note">
      <TriangleAlert size={14} aria-hidden />
      The list is full at {counts.total} rows: the oldest code makes room for what is new. Documents stay.
    </p>
  )
}

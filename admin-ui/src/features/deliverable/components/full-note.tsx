import { TriangleAlert } from 'lucide-react'
import classes from './full-note.module.css'

/** Says that a list has reached its bound. */
export function FullNote({ counts }: { counts?: { full: boolean } }) {
  if (!counts?.full) return null
  return (
    <p className={classes.note} role="note">
      <TriangleAlert size={14} aria-hidden />
      The list is full: older code may be missing.
    </p>
  )
}

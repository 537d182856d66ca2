import { TriangleAlert } from 'lucide-react'
import classes from './full-note.module.css'

/** Warns that a list has reached its limit. */
export function FullNote({ counts }: { counts?: { full: boolean } }) {
  if (!counts?.full) return null
  return (
    <p className={classes.note} role="note">
      <TriangleAlert size={14} aria-hidden />
      The list is full. Older code files may be missing.
    </p>
  )
}

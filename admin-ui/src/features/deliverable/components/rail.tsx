import type { Rail as Choices, RailChoice } from '../model/rail'
import classes from './rail.module.css'

interface Props {
  rail: Choices
  chosen: string
  onChoose: (key: string) => void
}

/** The filters of the table, with counts. */
export function Rail({ rail, chosen, onChoose }: Props) {
  const choice = (own: RailChoice) => (
    <button key={own.key} type="button" className={classes.choice} aria-pressed={own.key === chosen} onClick={() => onChoose(own.key)}>
      <span className={classes.label}>{own.label}</span>
      <span className={classes.count}>{own.count}</span>
    </button>
  )
  return (
    <nav className={classes.rail} aria-label="Filters">
      <div className={classes.group}>
        {choice(rail.all)}
        {rail.recent && choice(rail.recent)}
      </div>
      <div className={classes.group}>
        <span className={classes.title}>Kinds</span>
        {rail.kinds.map(choice)}
      </div>
      {rail.helpers.length > 0 && (
        <div className={classes.group}>
          <span className={classes.title}>Helpers</span>
          {rail.helpers.map(choice)}
        </div>
      )}
    </nav>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { plural } from '~/shared/lib/format'
import { type DiffLine, firstLines, lineCount, parseUnified } from '../model/diff'
import classes from './diff-view.module.css'

const limit = 1500
const signs: Record<DiffLine['kind'], string> = { same: '', added: '+', removed: '−', note: '' }

/** A diff with line numbers on both sides. A long one is truncated until all of it is requested. */
export function DiffView({ unified }: { unified: string }) {
  const [whole, setWhole] = useState(false)
  const hunks = parseUnified(unified)
  const hidden = whole ? 0 : lineCount(hunks) - limit
  return (
    <div>
      <div className={classes.frame} tabIndex={0} role="region" aria-label="Changed lines">
        <table className={classes.table} data-testid="diff">
          {(hidden > 0 ? firstLines(hunks, limit) : hunks).map(({ lines }, i) => (
            <tbody key={i} className={classes.hunk}>
              {lines.map((line, j) => (
                <Line key={j} line={line} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {hidden > 0 && (
        <Button size="xs" variant="default" className={classes.more} onClick={() => setWhole(true)}>
          Show {plural(hidden, 'more line')}
        </Button>
      )}
    </div>
  )
}

function Line({ line }: { line: DiffLine }) {
  return (
    <tr className={classes.line} data-kind={line.kind}>
      <td className={`${classes.number} ${classes.before}`}>{line.before}</td>
      <td className={classes.number}>{line.after}</td>
      <td className={classes.sign} aria-hidden>
        {signs[line.kind]}
      </td>
      <td className={classes.text}>
        <LineText line={line} />
      </td>
    </tr>
  )
}

function LineText({ line: { kind, text } }: { line: DiffLine }) {
  if (kind === 'added') return <ins>{text}</ins>
  if (kind === 'removed') return <del>{text}</del>
  return kind === 'note' ? <span className={classes.note}>{text}</span> : text
}

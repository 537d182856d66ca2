import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import { words } from '~/shared/lib/format'
import { type Candidate, compare, type Compared, type Move, type Resolution, same } from '../model/compare'
import classes from './resolution-view.module.css'

interface Props {
  answer: Resolution
  before?: Resolution
  /** The type being edited, marked among the candidates. */
  subject?: string
}

/** The winning type with the reason, all candidates, and the effect of the last change. */
export function ResolutionView({ answer, before, subject }: Props) {
  const compared = before && !same(before, answer) ? compare(before, answer) : undefined
  return (
    <div className={classes.view} aria-live="polite">
      {compared && <Difference compared={compared} before={before as Resolution} now={answer} />}
      <Winner answer={answer} />
      <ol className={classes.list} aria-label="Candidates in order">
        {answer.candidates.map((candidate) => (
          <CandidateRow
            key={candidate.type.id}
            candidate={candidate}
            won={candidate.type.id === answer.type?.id}
            mine={candidate.type.id === subject}
            move={compared?.moves.get(candidate.type.id)}
          />
        ))}
        {compared?.gone.map((candidate) => (
          <CandidateRow key={candidate.type.id} candidate={candidate} move="gone" mine={candidate.type.id === subject} />
        ))}
      </ol>
    </div>
  )
}

function Winner({ answer }: { answer: Resolution }) {
  return (
    <div className={classes.winner} data-none={!answer.type || undefined} data-testid="winner">
      <div className={classes.winnerHead}>
        <span className={classes.winnerName}>{answer.type?.name ?? 'No matching type'}</span>
        {answer.tier && <Badge variant="outline">{words(answer.tier)}</Badge>}
      </div>
      <p className={classes.reason}>{answer.reason}</p>
    </div>
  )
}

function Difference({ compared, before, now }: { compared: Compared; before: Resolution; now: Resolution }) {
  return (
    <div className={classes.difference} role="status" data-testid="difference">
      <span className={classes.differenceTitle}>{compared.winnerChanged ? 'The winner changed' : 'The answer changed, but not the winner'}</span>
      <span className={classes.sides}>
        <span className={classes.side}>
          <small>Before</small>
          {compared.before}
          <em>{before.reason}</em>
        </span>
        <ArrowRight size={15} aria-label="became" className={classes.arrow} />
        <span className={classes.side}>
          <small>Now</small>
          {compared.now}
          <em>{now.reason}</em>
        </span>
      </span>
    </div>
  )
}

interface RowProps {
  candidate: Candidate
  won?: boolean
  mine?: boolean
  move?: Move
}

function CandidateRow({ candidate, won, mine, move }: RowProps) {
  const { type, tier, reason } = candidate
  return (
    <li className={classes.candidate} data-won={won || undefined} data-gone={move === 'gone' || undefined}>
      <div className={classes.candidateHead}>
        <Link to="/types/$id" params={{ id: type.id }} className={classes.name}>
          {type.name}
        </Link>
        {mine && <Badge color="brass">This type</Badge>}
        {move && move !== 'same' && <MoveBadge move={move} />}
        <span className={classes.facts}>
          {words(tier)} · priority {type.priority} · {type.systemSupplied ? 'system' : 'own'}
        </span>
      </div>
      <p className={classes.reason}>{move === 'gone' ? 'Matched before, but no longer matches.' : reason}</p>
    </li>
  )
}

function MoveBadge({ move }: { move: Exclude<Move, 'same'> }) {
  if (move === 'up') return <Badge leftSection={<ArrowUp size={10} aria-hidden />}>Up</Badge>
  if (move === 'down') return <Badge color="gray" leftSection={<ArrowDown size={10} aria-hidden />}>Down</Badge>
  return <Badge color={move === 'new' ? 'glass' : 'red'}>{move === 'new' ? 'New' : 'Gone'}</Badge>
}

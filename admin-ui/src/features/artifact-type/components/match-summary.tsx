import { Badge } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from 'urql'
import { Mono } from '~/shared/ui/mono'
import { Panel } from '~/shared/ui/panel'
import { ArtifactTypeNeighboursQuery } from '../api/artifact-type'
import { type Change, type Draft, fieldLabels } from '../model/draft'
import { unknownMime } from '../model/question'
import classes from './match-summary.module.css'

interface Props {
  draft: Draft
  changes: Change[]
  subject?: string
}

/** Shows what the unsaved form would match, and which types have the same pattern. The server decides who wins. */
export function MatchSummary({ draft, changes, subject }: Props) {
  return (
    <Panel
      title={subject ? 'What this edit changes' : 'What this type would match'}
      note="Not saved yet. Save to see the effect in the answer above."
    >
      {subject && <ChangeList changes={changes} />}
      <MatchLines draft={draft} />
      <Neighbours pattern={draft.contentType} subject={subject} />
    </Panel>
  )
}

function ChangeList({ changes }: { changes: Change[] }) {
  return (
    <ul className={classes.changes} aria-label="Unsaved changes">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className={classes.field}>{fieldLabels[field]}</span>
          <del>{before || 'nothing'}</del> <ins>{after || 'nothing'}</ins>
        </li>
      ))}
    </ul>
  )
}

function MatchLines({ draft }: { draft: Draft }) {
  if (!draft.enabled) return <p className={classes.line}>It matches nothing while it is disabled.</p>
  const { contentType, fileExtensions, priority } = draft
  if (!contentType.trim()) return <p className={classes.line}>It matches nothing yet. Enter a MIME pattern.</p>
  return (
    <ul className={classes.lines}>
      <li>
        {contentType.includes('*') ? 'Every MIME type like ' : 'Exactly the MIME type '}
        <Mono>{contentType.trim()}</Mono>, with priority {String(priority || 0)}.
      </li>
      {fileExtensions.length > 0 && (
        <li>
          Files ending in <Mono>.{fileExtensions.join(' .')}</Mono> uploaded as <Mono>{unknownMime}</Mono>.
        </li>
      )}
    </ul>
  )
}

function Neighbours({ pattern, subject }: { pattern: string; subject?: string }) {
  const [settled] = useDebouncedValue(pattern.trim().toLowerCase(), 300)
  const [{ data }] = useQuery({ query: ArtifactTypeNeighboursQuery, variables: { text: settled }, pause: settled === '' })
  const others = (data?.artifactTypes.nodes ?? []).filter((type) => type.contentType === settled && type.id !== subject)
  if (settled === '' || others.length === 0) return null
  return (
    <div className={classes.others}>
      <p className={classes.line}>Other types with this pattern:</p>
      <ul className={classes.lines}>
        {others.map((type) => (
          <li key={type.id}>
            <b>{type.name}</b> · priority {type.priority} · {type.systemSupplied ? 'system' : 'own'}{' '}
            {!type.enabled && <Badge color="gray">Off</Badge>}
          </li>
        ))}
      </ul>
    </div>
  )
}

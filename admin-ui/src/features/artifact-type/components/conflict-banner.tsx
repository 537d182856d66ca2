import { useQuery } from 'urql'
import { Mono } from '~/shared/ui/mono'
import { Notice } from '~/shared/ui/notice'
import { ArtifactTypeConflictsQuery } from '../api/artifact-type'

/** Names the types that only their ids tell apart: all, or those that concern one type. Draws nothing when there are none. */
export function ConflictBanner({ of }: { of?: string }) {
  const [{ data }] = useQuery({ query: ArtifactTypeConflictsQuery })
  const conflicts = (data?.artifactTypeConflicts ?? []).filter(({ types }) => !of || types.includes(of))
  if (conflicts.length === 0) return null
  return (
    <Notice title={conflicts.length === 1 ? 'Two types cannot be told apart' : `${conflicts.length} patterns are claimed twice`}>
      {conflicts.map(({ contentType, priority, systemSupplied, types }) => (
        <div key={`${contentType} ${priority} ${systemSupplied}`}>
          <b>{list(types)}</b> claim <Mono>{contentType}</Mono> with priority {priority}. {types[0]} wins by its id alone; give
          the one that should win a higher priority.
        </div>
      ))}
    </Notice>
  )
}

const names = new Intl.ListFormat('en')

function list(types: string[]): string {
  return names.format(types)
}

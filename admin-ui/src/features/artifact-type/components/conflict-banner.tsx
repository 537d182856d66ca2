import { useQuery } from 'urql'
import { Mono } from '~/shared/ui/mono'
import { Notice } from '~/shared/ui/notice'
import { ArtifactTypeConflictsQuery } from '../api/artifact-type'

/** Names the types that match equally well, or only those that conflict with one type. Renders nothing without any. */
export function ConflictBanner({ of }: { of?: string }) {
  const [{ data }] = useQuery({ query: ArtifactTypeConflictsQuery })
  const conflicts = (data?.artifactTypeConflicts ?? []).filter(({ types }) => !of || types.includes(of))
  if (conflicts.length === 0) return null
  return (
    <Notice title={conflicts.length === 1 ? 'Two types match equally well' : `${conflicts.length} patterns are used more than once`}>
      {conflicts.map(({ contentType, priority, systemSupplied, types }) => (
        <div key={`${contentType} ${priority} ${systemSupplied}`}>
          <b>{list(types)}</b> match <Mono>{contentType}</Mono> with priority {priority}. {types[0]} wins only because of its
          id. Set a higher priority for the one that should win.
        </div>
      ))}
    </Notice>
  )
}

const names = new Intl.ListFormat('en')

function list(types: string[]): string {
  return names.format(types)
}

import { Button } from '@mantine/core'
import { useClient, useQuery } from 'urql'
import type { ArtifactTypeFieldsFragment } from '~/gql/graphql'
import type { ReactNode } from 'react'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Notice } from '~/shared/ui/notice'
import { ArtifactTypeChoicesQuery, ArtifactTypeQuery } from '../api/artifact-type'
import { ArtifactTypeForm } from './artifact-type-form'
import { MatchSummary } from './match-summary'
import { useEditor } from './use-editor'
import classes from './artifact-type-editor.module.css'

interface Props {
  type?: ArtifactTypeFieldsFragment
  readOnly: boolean
  preview: ReactNode
  onCreated: (id: string) => void
}

/** The form of a type, with a preview beside it. */
export function ArtifactTypeEditor({ type, readOnly, preview, onCreated }: Props) {
  const editor = useEditor(type, onCreated)
  const [{ data: choices }] = useQuery({ query: ArtifactTypeChoicesQuery })
  const dirty = editor.changes.length > 0
  return (
    <div className={classes.columns}>
      <form onSubmit={editor.save} className={classes.form} aria-label="Artifact type" noValidate>
        {type?.systemSupplied && !readOnly && (
          <Notice title="This type ships with Vitrine">
            After you edit it, newer versions keep your changes and only list what they would change.
          </Notice>
        )}
        <ArtifactTypeForm
          form={editor.form}
          readOnly={readOnly}
          choices={{
            types: (choices?.artifactTypes.nodes ?? []).filter(({ id }) => id !== type?.id),
            libraries: choices?.toolLibraries ?? [],
          }}
        />
        {!readOnly && (
          <div className={classes.foot}>
            <FaultNotice faults={editor.faults}>
            {editor.conflict && type && <ConflictActions id={type.id} editor={editor} />}
          </FaultNotice>
          <div className={classes.bar} data-dirty={dirty || undefined}>
            <span className={classes.state}>{stateText(editor.changes.length, type?.revision)}</span>
            {type && (
              <Button variant="default" disabled={!dirty} onClick={editor.undo}>
                Undo
              </Button>
            )}
            <Button type="submit" disabled={!dirty} loading={editor.form.submitting}>
              {type ? 'Save' : 'Create type'}
            </Button>
          </div>
          </div>
        )}
      </form>
      <div className={classes.meaning}>
        {preview}
        {dirty && <MatchSummary draft={editor.form.values} changes={editor.changes} subject={type?.id} />}
      </div>
    </div>
  )
}

/** The choices after somebody else saved first: load their version, with or without one's own edits. */
function ConflictActions({ id, editor }: { id: string; editor: ReturnType<typeof useEditor> }) {
  const client = useClient()
  const load = async (take: (newest: ArtifactTypeFieldsFragment) => void) => {
    const { data } = await client.query(ArtifactTypeQuery, { id }, { requestPolicy: 'network-only' }).toPromise()
    if (data?.artifactType) take(data.artifactType)
  }
  return (
    <>
      <Button size="xs" onClick={() => load(editor.keepMine)}>
        Reload and keep my edits
      </Button>
      <Button size="xs" variant="default" onClick={() => load(editor.takeTheirs)}>
        Reload and discard my edits
      </Button>
    </>
  )
}

function stateText(changes: number, revision: number | undefined): string {
  if (changes > 0) return changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`
  return revision ? `Saved · revision ${revision}` : 'No changes yet'
}

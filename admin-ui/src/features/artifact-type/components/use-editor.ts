import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useMutation } from 'urql'
import type { ArtifactTypeFieldsFragment } from '~/gql/graphql'
import { byField, type Fault, faultsOf } from '~/shared/api/fault'
import { toast } from '~/shared/ui/toast'
import { CreateArtifactType, UpdateArtifactType } from '../api/artifact-type'
import { blank, changesOf, check, createInput, type Draft, draftOf, fieldNames, rebase, updateInput } from '../model/draft'

/** The state of the form of one type: the saved values, the edits, and the faults. */
export function useEditor(saved: ArtifactTypeFieldsFragment | undefined, onCreated: (id: string) => void) {
  const [base, setBase] = useState(saved)
  const baseDraft = base ? draftOf(base) : blank
  const form = useForm<Draft>({ initialValues: baseDraft, validate: check })
  const [faults, setFaults] = useState<Fault[]>([])
  const [, create] = useMutation(CreateArtifactType)
  const [, update] = useMutation(UpdateArtifactType)
  const changes = changesOf(baseDraft, form.values)

  const take = (type: ArtifactTypeFieldsFragment, draft: Draft) => {
    setBase(type)
    setFaults([])
    form.setInitialValues(draftOf(type))
    form.setValues(draft)
    form.clearErrors()
  }
  useFreshBase(saved, base, changes.length === 0, (type) => take(type, draftOf(type)))

  const show = (found: Fault[]) => {
    const { at, rest } = byField(found, fieldNames)
    form.setErrors(at)
    setFaults(rest)
  }
  const save = form.onSubmit(async (draft) => {
    if (base) {
      const { data, error } = await update({ input: updateInput(base.id, base.revision, baseDraft, draft) })
      show(faultsOf(error))
      if (data) take(data.updateArtifactType.artifactType, draftOf(data.updateArtifactType.artifactType))
      if (data) toast('Saved')
    } else {
      const { data, error } = await create({ input: createInput(draft) })
      show(faultsOf(error))
      if (data) onCreated(data.createArtifactType.artifactType.id)
    }
  })
  return {
    base,
    form,
    changes,
    faults,
    save,
    conflict: faults.some((fault) => fault.code === 'CONFLICT'),
    takeTheirs: (newest: ArtifactTypeFieldsFragment) => take(newest, draftOf(newest)),
    keepMine: (newest: ArtifactTypeFieldsFragment) => take(newest, rebase(baseDraft, form.values, draftOf(newest))),
    undo: () => base && take(base, draftOf(base)),
  }
}

/** Loads what others save, as long as the form has no edits. */
function useFreshBase(
  saved: ArtifactTypeFieldsFragment | undefined,
  base: ArtifactTypeFieldsFragment | undefined,
  untouched: boolean,
  take: (type: ArtifactTypeFieldsFragment) => void,
) {
  const newer = saved && base && saved.revision > base.revision ? saved : undefined
  useEffect(() => {
    if (newer && untouched) take(newer)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each newer revision
  }, [newer, untouched])
}

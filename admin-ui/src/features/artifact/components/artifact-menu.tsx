import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useMutation } from 'urql'
import { byField, type Fault, faultsOf } from '~/shared/api/fault'
import { Confirm } from '~/shared/ui/confirm'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { DeleteArtifact, RenameArtifact } from '../api/artifact'

interface Named {
  id: string
  name: string
  description: string
}

/** The buttons that rename and delete an artifact. */
export function ArtifactMenu({ artifact, onDeleted }: { artifact: Named; onDeleted: () => void }) {
  const [, remove] = useMutation(DeleteArtifact)
  const del = async () => {
    const { error } = await remove({ input: { artifactId: artifact.id } })
    if (!error) onDeleted()
    return faultsOf(error)
  }
  return (
    <>
      <Rename artifact={artifact} />
      <Confirm size="xs" label="Delete" title={`Delete “${artifact.name}”?`} confirm="Delete the artifact" onConfirm={del}>
        This also deletes all its versions and removes it from the list of deliverables. It cannot be undone.
      </Confirm>
    </>
  )
}

function Rename({ artifact }: { artifact: Named }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Rename
      </Button>
      <Modal opened={opened} onClose={close} title={<b>Rename</b>}>
        <RenameForm artifact={artifact} onDone={close} />
      </Modal>
    </>
  )
}

const fields = ['name', 'description']

function RenameForm({ artifact, onDone }: { artifact: Named; onDone: () => void }) {
  const form = useForm({ initialValues: { name: artifact.name, description: artifact.description } })
  const [faults, setFaults] = useState<Fault[]>([])
  const [, rename] = useMutation(RenameArtifact)
  const save = form.onSubmit(async (values) => {
    const { error } = await rename({ input: { artifactId: artifact.id, ...values } })
    const { at, rest } = byField(faultsOf(error), fields)
    form.setErrors(at)
    setFaults(rest)
    if (!error) onDone()
  })
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
        <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
        <FaultNotice faults={faults} />
        <Group justify="flex-end">
          <Button type="submit" loading={form.submitting}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

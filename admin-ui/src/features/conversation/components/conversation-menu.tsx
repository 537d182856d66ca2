import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { faultsOf } from '~/shared/api/fault'
import { Confirm } from '~/shared/ui/confirm'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { DeleteConversation, UpdateConversation } from '../api/conversation'

interface Props {
  id: string
  title: string
  onDeleted: () => void
}

/** The buttons that rename and delete a conversation. */
export function ConversationMenu({ id, title, onDeleted }: Props) {
  const [, remove] = useMutation(DeleteConversation)
  const del = async () => {
    const { error } = await remove({ input: { id } })
    if (!error) onDeleted()
    return faultsOf(error)
  }
  return (
    <>
      <Rename id={id} title={title} />
      <Confirm label="Delete" title="Delete this conversation?" confirm="Delete the conversation" onConfirm={del}>
        This also deletes its messages, its history, and its artifacts with all their versions. It cannot be undone.
      </Confirm>
    </>
  )
}

function Rename({ id, title }: { id: string; title: string }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open}>
        Rename
      </Button>
      <Modal opened={opened} onClose={close} title={<b>Rename</b>}>
        <RenameForm id={id} title={title} onDone={close} />
      </Modal>
    </>
  )
}

function RenameForm({ id, title, onDone }: { id: string; title: string; onDone: () => void }) {
  const [typed, setTyped] = useState(title)
  const [{ fetching, error }, update] = useMutation(UpdateConversation)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await update({ input: { id, title: typed.trim() } })
    if (!answer.error) onDone()
  }
  return (
    <form onSubmit={submit}>
      <TextInput label="Title" data-autofocus value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <FaultNotice faults={faultsOf(error)} />
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={fetching}>
          Save
        </Button>
      </Group>
    </form>
  )
}

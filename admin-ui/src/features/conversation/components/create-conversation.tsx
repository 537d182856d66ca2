import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMutation } from 'urql'
import { byField, type Fault, faultsOf } from '~/shared/api/fault'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { CreateConversation as CreateConversationMutation } from '../api/conversation'

interface Choice {
  id: string
  name: string
}

interface Props {
  agents: Choice[]
  projects: Choice[]
  harnesses: string[]
  onCreated: (id: string) => void
}

const fields = ['title', 'projectId', 'agentId', 'externalKey', 'harness', 'host', 'cwd'] as const

/** The button and the form that start a conversation. */
export function CreateConversation(props: Props) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
        New conversation
      </Button>
      <Modal opened={opened} onClose={close} title={<b>New conversation</b>}>
        <CreateForm {...props} onCancel={close} />
      </Modal>
    </>
  )
}

function CreateForm({ agents, projects, harnesses, onCreated, onCancel }: Props & { onCancel: () => void }) {
  const [, create] = useMutation(CreateConversationMutation)
  const [faults, setFaults] = useState<Fault[]>([])
  const form = useForm({
    initialValues: { title: '', agentId: null as string | null, projectId: null as string | null, harness: null as string | null, externalKey: '' },
  })
  const submit = form.onSubmit(async ({ harness, externalKey, ...values }) => {
    const input = { ...values, harness: harness ?? undefined, externalKey: externalKey.trim() || undefined }
    const { data, error } = await create({ input })
    const { at, rest } = byField(faultsOf(error), fields)
    form.setErrors(at)
    setFaults(rest)
    if (data) onCreated(data.createConversation.conversation.id)
  })
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label="Title" placeholder="Quarterly report" data-autofocus {...form.getInputProps('title')} />
        {agents.length > 0 && <Select label="Agent" placeholder="none" clearable data={choices(agents)} {...form.getInputProps('agentId')} />}
        {projects.length > 0 && <Select label="Project" placeholder="none" clearable data={choices(projects)} {...form.getInputProps('projectId')} />}
        <Select label="Harness" description="The program whose records show what the agent writes." placeholder="none" clearable data={harnesses} {...form.getInputProps('harness')} />
        <TextInput label="External key" description="Your product’s id for it, unique among your conversations." {...form.getInputProps('externalKey')} />
        <FaultNotice faults={faults} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            Start
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function choices(list: Choice[]) {
  return list.map(({ id, name }) => ({ value: id, label: name }))
}

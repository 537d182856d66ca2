import { Button, Group, Modal, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMutation } from 'urql'
import type { Role } from '~/gql/graphql'
import { byField, type Fault, faultsOf } from '~/shared/api/fault'
import { words } from '~/shared/lib/format'
import { CopyField } from '~/shared/ui/copy-field'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { CreateApiKey as CreateApiKeyMutation } from '../api/access'
import { roleDescriptions } from '../model/permissions'

const roles = (Object.keys(roleDescriptions) as Role[]).map((role) => ({ value: role, label: words(role) }))
const lifetimes = [
  { value: '', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]
const fields = ['name', 'role', 'user', 'scopes', 'expiresAt'] as const

/** Creates a key and shows its secret once. */
export function CreateApiKey() {
  const [opened, setOpened] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => {
    setOpened(false)
    setSecret(null)
  }
  return (
    <>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpened(true)}>
        New key
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        closeOnClickOutside={secret === null}
        title={<b>{secret ? 'Your new key' : 'New API key'}</b>}
      >
        {secret ? <Secret secret={secret} onDone={close} /> : <KeyForm onMade={setSecret} onCancel={close} />}
      </Modal>
    </>
  )
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Stack>
      <Text size="sm">Copy it now. Only its hash is stored, so it cannot be shown again.</Text>
      <CopyField value={secret} label="Secret of the new key" />
      <Group justify="flex-end">
        <Button onClick={onDone}>I have saved it</Button>
      </Group>
    </Stack>
  )
}

interface FormProps {
  onMade: (secret: string) => void
  onCancel: () => void
}

function KeyForm({ onMade, onCancel }: FormProps) {
  const [, create] = useMutation(CreateApiKeyMutation)
  const [faults, setFaults] = useState<Fault[]>([])
  const form = useForm({
    initialValues: { name: '', role: 'SERVICE' as Role, user: '', scopes: [] as string[], days: '' },
  })
  const submit = form.onSubmit(async ({ name, role, user, scopes, days }) => {
    const input = { name: name.trim(), role, user: user.trim() || undefined, scopes, expiresAt: inDays(days) }
    const { data, error } = await create({ input })
    const { at, rest } = byField(faultsOf(error), fields)
    form.setErrors(at)
    setFaults(rest)
    if (data) onMade(data.createApiKey.secret)
  })
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label="Purpose" placeholder="runner in production" required data-autofocus {...form.getInputProps('name')} />
        <Select
          label="Role"
          description={roleDescriptions[form.values.role]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={roles}
          allowDeselect={false}
          {...form.getInputProps('role')}
        />
        <TextInput label="Acts for" placeholder="the name of the key" {...form.getInputProps('user')} />
        <TagsInput label="Scopes" placeholder="conversation:<id>" {...form.getInputProps('scopes')} />
        <Select label="Expires" data={lifetimes} allowDeselect={false} {...form.getInputProps('days')} error={form.errors.expiresAt} />
        <FaultNotice faults={faults} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function inDays(days: string): string | undefined {
  return days ? new Date(Date.now() + Number(days) * 86_400_000).toISOString() : undefined
}

import { NumberInput, Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from 'urql'
import type { AgentFieldsFragment, Capture, CreationMode } from '~/gql/graphql'
import { EditDrawer } from '~/shared/ui/edit-drawer'
import { useSaving } from '~/shared/ui/use-saving'
import { AgentSettingsQuery, CreateAgent, DeleteAgent, UpdateAgent } from '../api/agent'

interface Props {
  agent?: AgentFieldsFragment
  readOnly: boolean
  onClose: () => void
  /** Loads what somebody else saved. */
  onReload: () => void
}

type Values = ReturnType<typeof valuesOf>
const modes: { value: CreationMode; label: string }[] = [
  { value: 'ALWAYS', label: 'Always: outputs are stored' },
  { value: 'PROMPT', label: 'Prompt: the prompt decides' },
  { value: 'NEVER', label: 'Never: nothing is stored' },
  { value: 'SYSTEM_ONLY', label: 'System only: stored but hidden' },
]
const captures: { value: Capture; label: string }[] = [
  { value: 'DOCUMENTS', label: 'Documents, pages and media' },
  { value: 'ALL', label: 'Code as well' },
  { value: 'OFF', label: 'None' },
]
const fields: (keyof Values)[] = [
  'name', 'description', 'artifactCreationMode', 'acceptUnregisteredFiles', 'defaultArtifactTypeId', 'defaultModelId',
  'historyWindow', 'capture', 'systemPrompt',
]

/** Creates an agent or edits one. */
export function AgentForm({ agent, readOnly, onClose, onReload }: Props) {
  const form = useForm({ initialValues: valuesOf(agent) })
  const [{ data }] = useQuery({ query: AgentSettingsQuery })
  const { save, remove, faults } = useSavedAgent(agent, form.setErrors, onClose)
  return (
    <EditDrawer
      title={agent?.name ?? 'New agent'}
      opened
      onClose={onClose}
      onSubmit={form.onSubmit(save)}
      busy={form.submitting}
      faults={faults}
      onReload={onReload}
      onDelete={agent ? remove : undefined}
      readOnly={readOnly}
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <Select label="Creates artifacts" data={modes} allowDeselect={false} {...form.getInputProps('artifactCreationMode')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select label="Output type" placeholder="JSON" clearable searchable data={choices(data?.artifactTypes.nodes)} {...form.getInputProps('defaultArtifactTypeId')} />
        <Select label="Model" placeholder="none" clearable searchable data={choices(data?.models.nodes)} {...form.getInputProps('defaultModelId')} />
        <Select label="Keep content of" data={captures} allowDeselect={false} {...form.getInputProps('capture')} />
        <NumberInput label="History window" placeholder="server default" suffix=" messages" min={0} {...form.getInputProps('historyWindow')} />
      </SimpleGrid>
      <Switch
        label="Accept files of unregistered types"
        description="They are stored as Generic Binary."
        {...form.getInputProps('acceptUnregisteredFiles', { type: 'checkbox' })}
      />
      <Textarea label="System prompt" autosize minRows={4} maxRows={14} {...form.getInputProps('systemPrompt')} />
    </EditDrawer>
  )
}

function choices(nodes: { id: string; name: string }[] = []) {
  return nodes.map(({ id, name }) => ({ value: id, label: name }))
}

function useSavedAgent(agent: AgentFieldsFragment | undefined, setErrors: (at: Record<string, string>) => void, onDone: () => void) {
  const [, create] = useMutation(CreateAgent)
  const [, update] = useMutation(UpdateAgent)
  const [, del] = useMutation(DeleteAgent)
  const seen = agent && { id: agent.id, expectedRevision: agent.revision }
  return useSaving<Values>({
    fields,
    setErrors,
    save: (values) => (seen ? update({ input: { ...seen, ...inputOf(values) } }) : create({ input: inputOf(values) })),
    remove: async () => (seen ? del({ input: seen }) : {}),
    onDone,
  })
}

function valuesOf(agent?: AgentFieldsFragment) {
  return {
    name: agent?.name ?? '',
    description: agent?.description ?? '',
    artifactCreationMode: agent?.artifactCreationMode ?? ('ALWAYS' as CreationMode),
    acceptUnregisteredFiles: agent?.acceptUnregisteredFiles ?? false,
    defaultArtifactTypeId: agent?.defaultArtifactType?.id ?? null,
    defaultModelId: agent?.defaultModel?.id ?? null,
    historyWindow: agent?.historyWindow ?? ('' as number | string),
    capture: agent?.capture ?? ('DOCUMENTS' as Capture),
    systemPrompt: agent?.systemPrompt ?? '',
  }
}

function inputOf(values: Values) {
  return {
    ...values,
    name: values.name.trim(),
    historyWindow: values.historyWindow === '' ? null : Number(values.historyWindow),
  }
}

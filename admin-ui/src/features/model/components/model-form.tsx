import { NumberInput, Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from 'urql'
import type { ModelFieldsFragment } from '~/gql/graphql'
import { EditDrawer } from '~/shared/ui/edit-drawer'
import { useSaving } from '~/shared/ui/use-saving'
import { CreateModel, DeleteModel, ProvidersQuery, UpdateModel } from '../api/model'

interface Props {
  model?: ModelFieldsFragment
  readOnly: boolean
  onClose: () => void
  /** Loads what somebody else saved. */
  onReload: () => void
}

type Values = ReturnType<typeof valuesOf>
const fields: (keyof Values)[] = ['name', 'provider', 'inputMimePatterns', 'maxInlineBytesTotal', 'maxInlineItems', 'inlineCapBytes', 'contextTokens']

/** Creates a model or edits one. */
export function ModelForm({ model, readOnly, onClose, onReload }: Props) {
  const form = useForm({ initialValues: valuesOf(model) })
  const [{ data: server }] = useQuery({ query: ProvidersQuery, requestPolicy: 'cache-first' })
  const { save, remove, faults } = useSavedModel(model, form.setErrors, onClose)
  return (
    <EditDrawer
      title={model?.name ?? 'New model'}
      opened
      onClose={onClose}
      onSubmit={form.onSubmit(save)}
      busy={form.submitting}
      faults={faults}
      onReload={onReload}
      onDelete={model ? remove : undefined}
      readOnly={readOnly}
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <Select label="Provider" description="The API that requests to this model use." data={server?.serverInfo.providers ?? [form.values.provider]} allowDeselect={false} {...form.getInputProps('provider')} />
      <TagsInput label="Accepts inline" description="MIME types, exact or like image/*." placeholder="image/*" {...form.getInputProps('inputMimePatterns')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput label="Inline bytes per turn" placeholder="no limit" min={0} {...form.getInputProps('maxInlineBytesTotal')} />
        <NumberInput label="Inline items per turn" placeholder="no limit" min={0} {...form.getInputProps('maxInlineItems')} />
        <NumberInput label="Inline cap per file" placeholder="server default" min={0} {...form.getInputProps('inlineCapBytes')} />
        <NumberInput label="Context window" placeholder="unknown" suffix=" tokens" min={0} {...form.getInputProps('contextTokens')} />
      </SimpleGrid>
    </EditDrawer>
  )
}

function useSavedModel(model: ModelFieldsFragment | undefined, setErrors: (at: Record<string, string>) => void, onDone: () => void) {
  const [, create] = useMutation(CreateModel)
  const [, update] = useMutation(UpdateModel)
  const [, del] = useMutation(DeleteModel)
  const seen = model && { id: model.id, expectedRevision: model.revision }
  return useSaving<Values>({
    fields,
    setErrors,
    save: (values) => (seen ? update({ input: { ...seen, ...inputOf(values) } }) : create({ input: inputOf(values) })),
    remove: async () => (seen ? del({ input: seen }) : {}),
    onDone,
  })
}

function valuesOf(model?: ModelFieldsFragment) {
  return {
    name: model?.name ?? '',
    provider: model?.provider ?? 'generic',
    inputMimePatterns: model?.inputMimePatterns ?? [],
    maxInlineBytesTotal: model?.maxInlineBytesTotal ?? ('' as number | string),
    maxInlineItems: model?.maxInlineItems ?? ('' as number | string),
    inlineCapBytes: model?.inlineCapBytes ?? ('' as number | string),
    contextTokens: model?.contextTokens ?? ('' as number | string),
  }
}

function inputOf({ name, provider, inputMimePatterns, ...limits }: Values) {
  return {
    name: name.trim(),
    provider,
    inputMimePatterns,
    maxInlineBytesTotal: orNull(limits.maxInlineBytesTotal),
    maxInlineItems: orNull(limits.maxInlineItems),
    inlineCapBytes: orNull(limits.inlineCapBytes),
    contextTokens: orNull(limits.contextTokens),
  }
}

function orNull(value: number | string): number | null {
  return value === '' ? null : Number(value)
}

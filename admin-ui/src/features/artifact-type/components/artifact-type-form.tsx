import { Accordion, NumberInput, SegmentedControl, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { bytes } from '~/shared/lib/format'
import { Panel } from '~/shared/ui/panel'
import type { Draft } from '../model/draft'
import { ExtractRules } from './extract-rules'
import classes from './artifact-type-form.module.css'

interface Choices {
  types: { id: string; name: string }[]
  libraries: { name: string; tools: { name: string }[] }[]
}

interface Props {
  form: UseFormReturnType<Draft>
  choices: Choices
  readOnly: boolean
}

/** All fields of a type, the common ones first. */
export function ArtifactTypeForm({ form, choices, readOnly }: Props) {
  return (
    <fieldset disabled={readOnly} className={classes.fields}>
      <legend className={classes.legend}>Artifact type</legend>
      <Panel title="Identity">
        <div className={classes.grid}>
          <TextInput label="Name" required className={classes.wide} {...form.getInputProps('name')} />
          <Textarea label="Description" autosize minRows={2} className={classes.wide} {...form.getInputProps('description')} />
        </div>
      </Panel>
      <MatchingPanel form={form} />
      <DeliveryPanel form={form} choices={choices} readOnly={readOnly} />
      <ExtractRules form={form} readOnly={readOnly} />
      <MorePanel form={form} />
    </fieldset>
  )
}

type PartProps = Pick<Props, 'form'>

function MatchingPanel({ form }: PartProps) {
  return (
    <Panel title="Matching" note="An exact MIME type beats an extension, and an extension beats a wildcard. Among equals, the higher priority wins.">
      <div className={classes.grid}>
        <TextInput
          label="MIME pattern"
          placeholder="text/csv or image/*"
          required
          spellCheck={false}
          className={classes.mono}
          {...form.getInputProps('contentType')}
        />
        <NumberInput label="Priority" allowDecimal={false} {...form.getInputProps('priority')} />
        <TagsInput
          label="File extensions"
          description="Used when the MIME type is unknown."
          placeholder={form.values.fileExtensions.length ? '' : 'csv'}
          splitChars={[',', ' ']}
          className={classes.wide}
          {...form.getInputProps('fileExtensions')}
        />
        <Switch
          label="Enabled"
          className={classes.wide}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
      </div>
    </Panel>
  )
}

function DeliveryPanel({ form, choices, readOnly }: Props) {
  const library = choices.libraries.find(({ name }) => name === form.values.toolLibrary)
  return (
    <Panel title="Delivery" note="How content reaches a model by default.">
      <div className={classes.grid}>
        <SegmentedControl
          aria-label="Delivery"
          className={classes.wide}
          disabled={readOnly}
          data={[
            { value: 'INLINE', label: 'Inline, as a content block' },
            { value: 'TOOLS_ONLY', label: 'Tools only' },
          ]}
          {...form.getInputProps('defaultDeliveryMode')}
        />
        <Select
          label="Tool library"
          placeholder="none, or that of the parent"
          clearable
          searchable
          description={library ? library.tools.map(({ name }) => name).join(', ') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={choices.libraries.map(({ name }) => name)}
          {...form.getInputProps('toolLibrary')}
        />
        <Select
          label="Parent"
          placeholder="none"
          clearable
          searchable
          data={choices.types.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('parentId')}
        />
      </div>
    </Panel>
  )
}

function MorePanel({ form }: PartProps) {
  const { maxBytes, inlineCapBytes } = form.values
  return (
    <Accordion variant="contained" radius="lg" classNames={{ item: classes.more }}>
      <Accordion.Item value="more">
        <Accordion.Control>Limits and viewer</Accordion.Control>
        <Accordion.Panel>
          <div className={classes.grid}>
            <NumberInput label="Largest upload" suffix=" bytes" min={0} allowDecimal={false} placeholder="server default" description={sizeText(maxBytes)} inputWrapperOrder={['label', 'input', 'description', 'error']} {...form.getInputProps('maxBytes')} />
            <NumberInput label="Inline cap" suffix=" bytes" min={0} allowDecimal={false} placeholder="server default" description={sizeText(inlineCapBytes)} inputWrapperOrder={['label', 'input', 'description', 'error']} {...form.getInputProps('inlineCapBytes')} />
            <TextInput label="Icon" {...form.getInputProps('icon')} />
            <TextInput label="Viewer" {...form.getInputProps('viewer')} />
          </div>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

function sizeText(value: number | string): string | undefined {
  return value === '' ? undefined : bytes(Number(value))
}

import { Badge, Button, JsonInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Mono } from '~/shared/ui/mono'
import { Panel } from '~/shared/ui/panel'
import type { Draft } from '../model/draft'
import { type Attribute, exampleRules, exampleSample, valueText } from '../model/rules'
import { useRulesPreview } from './use-rules-preview'
import classes from './extract-rules.module.css'

interface Props {
  form: UseFormReturnType<Draft>
  readOnly: boolean
}

/** Edits the extract rules, and shows what they find in a sample before they are saved. */
export function ExtractRules({ form, readOnly }: Props) {
  const [sample, setSample] = useState('')
  const { extractRules, parentId } = form.values
  const preview = useRulesPreview(extractRules, sample, parentId ?? undefined)
  const input = form.getInputProps('extractRules')
  const begin = () => {
    form.setFieldValue('extractRules', exampleRules)
    setSample((typed) => typed || exampleSample)
  }
  return (
    <Panel
      title="Extract rules"
      note="Each rule reads one attribute of a new version with a CEL expression. In it, content is the parsed JSON, or else the text."
      aside={
        !readOnly && extractRules.trim() === '' && (
          <Button size="xs" variant="default" onClick={begin}>
            Start from an example
          </Button>
        )
      }
    >
      <div className={classes.stack}>
        <JsonInput
          label="Rules"
          description="A list of objects with name, expr and, optionally, standardProperty: name, description, displayMarkdown or displayHtml."
          placeholder="none, or those of the parent"
          autosize
          minRows={4}
          maxRows={20}
          formatOnBlur
          spellCheck={false}
          className={classes.mono}
          {...input}
          error={input.error ?? preview.fault}
        />
        {!readOnly && (
          <>
            <Textarea
              label="Sample"
              description="Content to test the rules with. It is not stored."
              placeholder="Paste the content of such a file"
              autosize
              minRows={3}
              maxRows={10}
              spellCheck={false}
              className={classes.mono}
              value={sample}
              onChange={(event) => setSample(event.currentTarget.value)}
            />
            <FaultNotice faults={preview.faults} onRetry={preview.retry} />
            {preview.found && <Findings found={preview.found} busy={preview.busy} />}
          </>
        )}
      </div>
    </Panel>
  )
}

function Findings({ found, busy }: { found: Attribute[]; busy: boolean }) {
  if (found.length === 0) return <p className={classes.none}>This type has no rules, neither its own nor inherited ones.</p>
  return (
    <dl className={classes.found} data-busy={busy || undefined} aria-label="What the rules find" data-testid="findings">
      {found.map((attribute) => (
        <div key={attribute.name} className={classes.attribute}>
          <dt className={classes.name}>
            <Mono>{attribute.name}</Mono>
            {attribute.standardProperty && <Badge color="glass">sets {attribute.standardProperty}</Badge>}
          </dt>
          <dd className={classes.value} data-kind={kindOf(attribute)}>
            {attribute.error ?? valueText(attribute)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function kindOf({ error, absent }: Attribute): 'error' | 'absent' | 'value' {
  if (error) return 'error'
  return absent ? 'absent' : 'value'
}

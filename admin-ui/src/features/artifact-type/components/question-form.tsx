import { Autocomplete, FileButton, Select, TextInput, UnstyledButton } from '@mantine/core'
import type { Question } from '../model/question'
import classes from './question-form.module.css'

interface Props {
  question: Question
  agents: { id: string; name: string }[]
  onAsk: (question: Question) => void
}

const common = [
  'application/json', 'application/octet-stream', 'application/pdf', 'application/xml', 'application/zip',
  'audio/mpeg', 'image/png', 'image/svg+xml', 'text/csv', 'text/html', 'text/markdown', 'text/plain', 'video/mp4',
]

/** The form that asks which type a MIME type and a file name would get. */
export function QuestionForm({ question, agents, onAsk }: Props) {
  const { mime = '', file = '', agent } = question
  const fromFile = (picked: File | null) => picked && onAsk({ agent, mime: picked.type || undefined, file: picked.name })
  return (
    <div className={classes.form}>
      <Autocomplete
        label="MIME"
        placeholder="unknown"
        data={common}
        limit={6}
        value={mime}
        spellCheck={false}
        onChange={(value) => onAsk({ ...question, mime: value || undefined })}
      />
      <TextInput
        label="File name"
        placeholder="report.csv"
        value={file}
        spellCheck={false}
        onChange={(event) => onAsk({ ...question, file: event.currentTarget.value || undefined })}
      />
      {agents.length > 0 && (
        <Select
          className={classes.wide}
          label="For the agent"
          placeholder="any"
          clearable
          data={agents.map(({ id, name }) => ({ value: id, label: name }))}
          value={agent ?? null}
          onChange={(value) => onAsk({ ...question, agent: value ?? undefined })}
        />
      )}
      <p className={classes.hint}>
        <FileButton onChange={fromFile}>
          {(props) => (
            <UnstyledButton {...props} className={classes.link}>
              Choose a file
            </UnstyledButton>
          )}
        </FileButton>{' '}
        to fill in both. Only its name and MIME type are sent.
      </p>
    </div>
  )
}

import { Button, Group, Modal, Select, Stack } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useMutation } from 'urql'
import { faultsOf } from '~/shared/api/fault'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Notice } from '~/shared/ui/notice'
import { toast } from '~/shared/ui/toast'
import { HandOver as HandOverMutation } from '../api/deliverable'

interface Choice {
  id: string
  name: string
}

interface Props {
  /** The deliverable to hand over; null closes the dialog. */
  row: { id: string; name: string } | null
  from: string
  /** The conversations that match the search by title. */
  choices: Choice[]
  onSearch: (text: string) => void
  onClose: () => void
}

/** The dialog that hands a deliverable over to another conversation, and shows why it was rejected. */
export function HandOver({ row, onClose, ...props }: Props) {
  return (
    <Modal opened={row !== null} onClose={onClose} title={<b>Hand over {row?.name}</b>}>
      {row && <HandOverForm key={row.id} row={row} onDone={onClose} {...props} />}
    </Modal>
  )
}

interface FormProps extends Omit<Props, 'row' | 'onClose'> {
  row: { id: string; name: string }
  onDone: () => void
}

function HandOverForm({ row, from, choices, onSearch, onDone }: FormProps) {
  const [to, setTo] = useState<Choice | null>(null)
  const [text, setText] = useState('')
  const search = useDebouncedCallback(onSearch, 200)
  const [{ data, error, fetching }, handOver] = useMutation(HandOverMutation)
  const refused = data?.handOver.refused ?? []
  const send = async () => {
    if (!to) return
    const answer = await handOver({ input: { fromConversationId: from, toConversationId: to.id, items: [row.id] } })
    if (!answer.data?.handOver.handed.length) return
    toast(`${row.name} was handed over to ${to.name}`)
    onDone()
  }
  return (
    <Stack>
      <Select
        label="To the conversation"
        placeholder="Search by title"
        data-autofocus
        searchable
        nothingFoundMessage="No title contains this text"
        data={[...choices, ...(to && !choices.some(({ id }) => id === to.id) ? [to] : [])].map(({ id, name }) => ({ value: id, label: name }))}
        filter={({ options }) => options}
        searchValue={text}
        onSearchChange={(next) => {
          setText(next)
          search(next === to?.name ? '' : next)
        }}
        value={to?.id ?? null}
        onChange={(id) => setTo(choices.find((choice) => choice.id === id) ?? null)}
      />
      <FaultNotice faults={faultsOf(error)} />
      {refused.map(({ item, reason, message }) => (
        <Notice key={item} title={`${row.name} was not handed over`}>
          {message} <small>({reason})</small>
        </Notice>
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>Cancel</Button>
        <Button disabled={!to} loading={fetching} onClick={send}>Hand over</Button>
      </Group>
    </Stack>
  )
}

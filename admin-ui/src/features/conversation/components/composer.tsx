import { ActionIcon, FileButton, Textarea, Tooltip } from '@mantine/core'
import { Paperclip, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useMutation } from 'urql'
import { faultsOf } from '~/shared/api/fault'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { AddMessage } from '../api/conversation'
import classes from './composer.module.css'

interface Props {
  conversationId: string
  onFiles: (files: File[]) => void
}

/** The field that adds a message as the user, and uploads files. */
export function Composer({ conversationId, onFiles }: Props) {
  const [text, setText] = useState('')
  const [{ fetching, error }, add] = useMutation(AddMessage)
  const send = async () => {
    if (text.trim() === '' || fetching) return
    const answer = await add({ input: { conversationId, text: text.trim(), role: 'USER' } })
    if (!answer.error) setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <div className={classes.composer}>
      <FaultNotice faults={faultsOf(error)} />
      <div className={classes.row}>
        <FileButton multiple onChange={onFiles}>
          {(props) => (
            <Tooltip label="Upload files, or drop them anywhere on this page">
              <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label="Upload files">
                <Paperclip size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </FileButton>
        <Textarea
          aria-label="Message"
          placeholder="Write a message as the user"
          autosize
          minRows={1}
          maxRows={8}
          variant="unstyled"
          className={classes.input}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ActionIcon size="lg" aria-label="Send" loading={fetching} disabled={text.trim() === ''} onClick={send}>
          <SendHorizontal size={17} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}

import { Button, Drawer, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { Fault } from '../api/fault'
import { Confirm } from './confirm'
import { FaultNotice } from './fault-notice'

interface Props {
  title: string
  opened: boolean
  onClose: () => void
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void
  busy: boolean
  faults: Fault[]
  /** Shown as a button after a CONFLICT. */
  onReload?: () => void
  onDelete?: () => Promise<Fault[]>
  deleteWords?: string
  readOnly?: boolean
  children: ReactNode
}

/** A form in a drawer, with save, delete and the faults of the server. */
export function EditDrawer(props: Props) {
  const { title, opened, onClose, onSubmit, busy, faults, onReload, onDelete, readOnly } = props
  const conflict = faults.some((fault) => fault.code === 'CONFLICT')
  return (
    <Drawer opened={opened} onClose={onClose} title={<b>{title}</b>} size="lg">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <fieldset disabled={readOnly} style={{ all: 'unset', display: 'contents' }}>
            {props.children}
          </fieldset>
          <FaultNotice faults={faults}>
            {conflict && onReload && (
              <Button size="xs" variant="default" onClick={onReload}>
                Reload and discard my edits
              </Button>
            )}
          </FaultNotice>
          {!readOnly && (
            <Group justify="space-between" mt="xs">
              {onDelete ? (
                <Confirm variant="subtle" label="Delete" title={`Delete “${title}”?`} confirm="Delete" onConfirm={onDelete}>
                  {props.deleteWords ?? 'This cannot be undone.'}
                </Confirm>
              ) : (
                <span />
              )}
              <Group gap="xs">
                <Button variant="default" onClick={onClose}>
                  Cancel
                </Button>
                <Button type="submit" loading={busy}>
                  Save
                </Button>
              </Group>
            </Group>
          )}
        </Stack>
      </form>
    </Drawer>
  )
}

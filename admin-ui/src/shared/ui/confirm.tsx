import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { Fault } from '../api/fault'
import { FaultNotice } from './fault-notice'

interface Props {
  label: ReactNode
  title: string
  children: ReactNode
  confirm: string
  /** Returns the faults when the action failed. */
  onConfirm: () => Promise<Fault[]>
  icon?: ReactNode
  size?: string
  variant?: string
}

/** A button that asks for confirmation, and shows the faults when the action failed. */
export function Confirm({ label, title, children, confirm, onConfirm, icon, size, variant = 'default' }: Props) {
  const [opened, { open, close }] = useDisclosure(false)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Fault[]>([])
  const act = async () => {
    setBusy(true)
    const failed = await onConfirm()
    setBusy(false)
    setFaults(failed)
    if (failed.length === 0) close()
  }
  return (
    <>
      <Button variant={variant} color={variant === 'default' ? undefined : 'red'} size={size} leftSection={icon} onClick={open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={<b>{title}</b>}>
        <Stack>
          <Text size="sm">{children}</Text>
          <FaultNotice faults={faults} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button color="red" loading={busy} onClick={act}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

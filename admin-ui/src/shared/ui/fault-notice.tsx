import { Button, Group, Text } from '@mantine/core'
import { OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Fault } from '../api/fault'
import classes from './fault-notice.module.css'

interface Props {
  faults: Fault[]
  /** Shown as the button "Try again". */
  onRetry?: () => void
  children?: ReactNode
}

/** Shows faults with their remedies. Renders nothing without faults. */
export function FaultNotice({ faults, onRetry, children }: Props) {
  if (faults.length === 0) return null
  return (
    <div role="alert" className={classes.notice}>
      <OctagonAlert size={18} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        {faults.map((fault) => (
          <FaultLine key={fault.code + fault.message} fault={fault} />
        ))}
        {(onRetry || children) && (
          <Group gap="xs">
            {onRetry && (
              <Button size="xs" variant="default" onClick={onRetry}>
                Try again
              </Button>
            )}
            {children}
          </Group>
        )}
      </div>
    </div>
  )
}

function FaultLine({ fault }: { fault: Fault }) {
  return (
    <div>
      <Text size="sm" fw={550}>
        {fault.message}
      </Text>
      {fault.remedies.length > 0 && (
        <ul className={classes.remedies}>
          {fault.remedies.map((remedy) => (
            <li key={remedy}>{remedy}</li>
          ))}
        </ul>
      )}
      <span className={classes.code}>{fault.code}</span>
    </div>
  )
}

import type { ReactNode } from 'react'
import type { Fault } from '../api/fault'
import { FaultNotice } from './fault-notice'

interface Props {
  faults: Fault[]
  onRetry: () => void
  /** Whether there is an earlier answer to go on showing. */
  known: boolean
  children: ReactNode
}

/** The rows of a list, or why they could not be had: a list that failed must not look like an empty one. */
export function ListBody({ faults, onRetry, known, children }: Props) {
  return (
    <>
      {faults.length > 0 && (
        <div style={{ padding: 16 }}>
          <FaultNotice faults={faults} onRetry={onRetry} />
        </div>
      )}
      {(known || faults.length === 0) && children}
    </>
  )
}

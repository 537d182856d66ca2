import type { ReactNode } from 'react'
import type { Fault } from '../api/fault'
import { FaultNotice } from './fault-notice'

interface Props {
  faults: Fault[]
  onRetry: () => void
  /** Whether an earlier response can still be shown. */
  known: boolean
  children: ReactNode
}

/** The rows of a list, or the faults: a list that failed must not look empty. */
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

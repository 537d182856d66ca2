import { useEffect, useRef } from 'react'
import type { OperationContext } from 'urql'

/** Asks a query of one page anew when the revision has changed; what is shown stays until the answer is there. */
export function useRefetchOn(revision: string, refetch: (opts?: Partial<OperationContext>) => void) {
  const asked = useRef(revision)
  useEffect(() => {
    if (asked.current === revision) return
    asked.current = revision
    refetch({ requestPolicy: 'network-only' })
  }, [revision, refetch])
}

import { useEffect, useRef } from 'react'
import type { OperationContext } from 'urql'

/** Fetches a query again when the revision changes. The old data stays until the response has arrived. */
export function useRefetchOn(revision: string, refetch: (opts?: Partial<OperationContext>) => void) {
  const asked = useRef(revision)
  useEffect(() => {
    if (asked.current === revision) return
    asked.current = revision
    refetch({ requestPolicy: 'network-only' })
  }, [revision, refetch])
}

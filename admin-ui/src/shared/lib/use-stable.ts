import { useCallback, useLayoutEffect, useRef } from 'react'

/** A callback that never changes and always does what the newest drawing says, so that rows need not be drawn anew for it. */
export function useStable<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args: A) => newest.current(...args), [])
}

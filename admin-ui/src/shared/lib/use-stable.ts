import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a callback that never changes and calls the newest `act`, so that rows need not render again. */
export function useStable<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args: A) => newest.current(...args), [])
}

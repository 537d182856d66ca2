import { useSyncExternalStore } from 'react'

// One clock for all relative times on the page.
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(tick, 20_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** The present, moving every twenty seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

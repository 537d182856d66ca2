import { useSyncExternalStore } from 'react'

// One clock for all relative times on the page.
const listeners = new Set<() => void>()
let now = Date.now()
let minute = Math.floor(now / 60_000)
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
  if (!document.hidden) minute = Math.floor(now / 60_000)
  for (const listener of listeners) listener()
}

/** Returns the current time, updated every twenty seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** Returns the current minute. It does not change while the page is hidden. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => minute)
}

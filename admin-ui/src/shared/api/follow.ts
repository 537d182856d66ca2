/** The state of a live connection, as the badge shows it. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'ended'

export interface Sequenced {
  sequence: number
  resync?: number | null
}

export interface Sink<E> {
  opened(): void
  next(event: E): void
  /** final: reopening cannot help, as with NOT_FOUND or FORBIDDEN. */
  failed(final: boolean): void
}

/** Opens a stream of the events after a sequence and returns a function that closes it. */
export type Open<E> = (after: number, sink: Sink<E>) => () => void

export interface FollowOptions<E> {
  open: Open<E>
  after: number
  onEvent(event: E): void
  onResync(event: E): void
  onState(state: LiveState): void
  /** Calls back after a delay and returns a function that cancels it. */
  pause?(ms: number, then: () => void): () => void
}

/**
 * Follows a stream across broken connections. It reopens after the last event that was received
 * and drops repeated events. Returns a function that stops it.
 */
export function follow<E extends Sequenced>(options: FollowOptions<E>): () => void {
  const pause = options.pause ?? timer
  let last = options.after
  let tries = 0
  let stopped = false
  let close = () => {}
  let cancelPause = () => {}

  const sinkOf = (attempt: { over: boolean }): Sink<E> => ({
    opened() {
      if (attempt.over) return
      tries = 0
      options.onState('live')
    },
    next(event) {
      if (attempt.over) return
      options.onState('live')
      if (typeof event.resync === 'number') {
        last = event.resync
        options.onResync(event)
      } else if (event.sequence > last) {
        last = event.sequence
        options.onEvent(event)
      }
    },
    failed(final) {
      if (attempt.over) return
      attempt.over = true
      if (final) return options.onState('ended')
      options.onState('reconnecting')
      cancelPause = pause(retryDelay(tries++), start)
    },
  })

  function start() {
    if (stopped) return
    if (tries === 0) options.onState('connecting')
    const attempt = { over: false }
    const end = options.open(last, sinkOf(attempt))
    close = () => {
      attempt.over = true
      end()
    }
  }

  start()
  return () => {
    stopped = true
    cancelPause()
    close()
  }
}

/** Returns the delay before the next attempt: 0.5 s, 1 s, 2 s … up to 15 s. */
export function retryDelay(tries: number): number {
  return Math.min(15_000, 500 * 2 ** Math.min(tries, 10))
}

function timer(ms: number, then: () => void): () => void {
  const id = setTimeout(then, ms)
  return () => clearTimeout(id)
}

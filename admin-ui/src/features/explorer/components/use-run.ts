import { useEffect, useRef, useState } from 'react'
import { useConnection } from '~/shared/api/client'
import { useSession } from '~/shared/api/session'
import { listen, time } from '../api/run'
import { operationOf } from '../model/operation'

interface Outcome {
  text: string
  milliseconds?: number
  events?: number
}

/** Runs what was typed: once, or as long as a subscription lasts. */
export function useRun() {
  const key = useSession().session?.key ?? ''
  const { socket } = useConnection()
  const [outcome, setOutcome] = useState<Outcome>({ text: '' })
  const [busy, setBusy] = useState(false)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const run = async (query: string, variables: string, name: string | undefined) => {
    stop.current?.()
    const read = operationOf(query, variables, name)
    if ('fault' in read) return setOutcome({ text: `# ${read.fault}` })
    setBusy(true)
    if (read.operation.live) return follow(read.operation)
    const { answer, milliseconds } = await time(key, read.operation)
    setBusy(false)
    setOutcome({ text: JSON.stringify(answer, null, 2), milliseconds })
  }
  const follow = (operation: Parameters<typeof listen>[1]) => {
    setOutcome({ text: '', events: 0 })
    stop.current = listen(
      socket,
      operation,
      (event) => setOutcome(({ text, events = 0 }) => ({ text: `${JSON.stringify(event, null, 2)}\n${text}`.slice(0, 400_000), events: events + 1 })),
      () => setBusy(false),
    )
  }
  const halt = () => {
    stop.current?.()
    setBusy(false)
  }
  return { outcome, busy, run, halt }
}

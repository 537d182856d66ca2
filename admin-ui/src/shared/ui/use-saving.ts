import { useState } from 'react'
import type { CombinedError } from 'urql'
import { byField, type Fault, faultsOf } from '../api/fault'
import { toast } from './toast'

interface Answer {
  error?: CombinedError
}

interface Options<V> {
  /** The fields of the form, to which faults are assigned. */
  fields: readonly string[]
  setErrors: (at: Record<string, string>) => void
  save: (values: V) => Promise<Answer>
  remove: () => Promise<Answer>
  onDone: () => void
}

/** Saves and deletes what a form edits. Faults go to their fields; the rest is returned. */
export function useSaving<V>({ fields, setErrors, save, remove, onDone }: Options<V>) {
  const [faults, setFaults] = useState<Fault[]>([])
  return {
    faults,
    async save(values: V) {
      const { error } = await save(values)
      const { at, rest } = byField(faultsOf(error), fields)
      setErrors(at)
      setFaults(rest)
      if (error) return
      toast('Saved')
      onDone()
    },
    async remove(): Promise<Fault[]> {
      const { error } = await remove()
      if (!error) onDone()
      return faultsOf(error)
    },
  }
}

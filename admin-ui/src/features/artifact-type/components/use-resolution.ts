import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from 'urql'
import { faultsOf } from '~/shared/api/fault'
import { ResolveArtifactTypeQuery } from '../api/artifact-type'
import { type Resolution, same } from '../model/compare'
import { variablesOf, type Question } from '../model/question'

interface Memory {
  key: string
  before: Resolution
  now: Resolution
}

/** Returns the registry's answer to a question, and the answer before the last change. */
export function useResolution(question: Question) {
  const [settled] = useDebouncedValue(question, 200)
  const variables = variablesOf(settled)
  const [{ data, error, fetching }, refetch] = useQuery({
    query: ResolveArtifactTypeQuery,
    variables: variables ?? { mimeType: '' },
    pause: variables === null,
  })
  const answer = variables ? data?.resolveArtifactType : undefined
  const memory = useMemory(JSON.stringify(variables), fetching ? undefined : answer)
  return { variables, answer, before: memory?.before, fetching, faults: faultsOf(error), refetch }
}

/** Remembers the previous answer while the question stays the same. */
function useMemory(key: string, answer: Resolution | undefined): Memory | null {
  const [memory, setMemory] = useState<Memory | null>(null)
  if (answer && memory?.key !== key) setMemory({ key, before: answer, now: answer })
  else if (answer && memory && !same(memory.now, answer)) setMemory({ key, before: memory.now, now: answer })
  return memory?.key === key ? memory : null
}

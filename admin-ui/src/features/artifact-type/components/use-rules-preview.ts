import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from 'urql'
import { byField, faultsOf } from '~/shared/api/fault'
import { PreviewExtractRulesQuery } from '../api/artifact-type'
import { ruleQuestion } from '../model/rules'

const fields = ['extractRules']

/** Returns what the rules, including inherited ones, find in a sample, and what is wrong with the rules. */
export function useRulesPreview(rules: string, sample: string, parentId?: string) {
  const [settled] = useDebouncedValue({ rules, sample }, 300)
  const question = ruleQuestion(settled.rules, settled.sample, parentId)
  const variables = question && 'sample' in question ? question : null
  const [{ data, error, fetching, stale }, refetch] = useQuery({
    query: PreviewExtractRulesQuery,
    variables: variables ?? { sample: '' },
    pause: variables === null,
  })
  const { at, rest } = byField(variables ? faultsOf(error) : [], fields)
  return {
    found: variables ? data?.previewExtractRules : undefined,
    busy: fetching || stale,
    fault: question && 'fault' in question ? question.fault : at.extractRules,
    faults: rest,
    retry: () => refetch({ requestPolicy: 'network-only' }),
  }
}

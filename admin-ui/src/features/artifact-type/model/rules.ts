import type { PreviewExtractRulesQuery, PreviewExtractRulesQueryVariables } from '~/gql/graphql'
import { parseJson } from '~/shared/lib/json'

export type Attribute = PreviewExtractRulesQuery['previewExtractRules'][number]

/** One rule of each kind, as an example. */
export const exampleRules = `[
  {
    "name": "title",
    "expr": "firstOf([pick(content, \\"report.name\\"), \\"Report\\"])",
    "standardProperty": "name"
  },
  {
    "name": "rows",
    "expr": "size(pick(content, \\"report.rows\\"))"
  }
]`

export const exampleSample = `{
  "report": { "name": "Sales of May", "rows": [120, 80] }
}`

/** Returns the variables that preview unsaved rules, null without a sample, or a fault when they are not valid JSON. */
export function ruleQuestion(rules: string, sample: string, parentId?: string): PreviewExtractRulesQueryVariables | { fault: string } | null {
  const read = parseJson(rules)
  if ('fault' in read) return { fault: `Not valid JSON: ${read.fault}` }
  if (sample.trim() === '') return null
  // Null would mean the saved rules, so an empty text is an empty list.
  return { typeId: parentId, rules: read.value ?? [], sample }
}

/** Returns the value of an attribute in one line. */
export function valueText({ value, absent }: Pick<Attribute, 'value' | 'absent'>): string {
  if (absent) return 'nothing found'
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

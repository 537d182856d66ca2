import type { PreviewExtractRulesQuery, PreviewExtractRulesQueryVariables } from '~/gql/graphql'
import { parseJson } from '~/shared/lib/json'

export type Attribute = PreviewExtractRulesQuery['previewExtractRules'][number]

/** A rule of each kind to begin with. */
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

/** What to ask about rules as they are typed; null while there is nothing to ask, a fault when they are no JSON. */
export function ruleQuestion(rules: string, sample: string, parentId?: string): PreviewExtractRulesQueryVariables | { fault: string } | null {
  const read = parseJson(rules)
  if ('fault' in read) return { fault: `This is no JSON: ${read.fault}` }
  if (sample.trim() === '') return null
  // Null would mean the saved rules; no rules are an empty list.
  return { typeId: parentId, rules: read.value ?? [], sample }
}

/** A value in one line. */
export function valueText({ value, absent }: Pick<Attribute, 'value' | 'absent'>): string {
  if (absent) return 'nothing found'
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

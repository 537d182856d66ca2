import type { ArtifactTypeFieldsFragment, CreateArtifactTypeInput, DeliveryMode, UpdateArtifactTypeInput } from '~/gql/graphql'
import { parseJson, pretty } from '~/shared/lib/json'

/** The values of the form of a type. */
export interface Draft {
  name: string
  description: string
  contentType: string
  fileExtensions: string[]
  priority: number | string
  enabled: boolean
  defaultDeliveryMode: DeliveryMode
  toolLibrary: string | null
  parentId: string | null
  icon: string
  viewer: string
  extractRules: string
  maxBytes: number | string
  inlineCapBytes: number | string
}

export const fieldLabels: Record<keyof Draft, string> = {
  name: 'Name',
  description: 'Description',
  contentType: 'MIME pattern',
  fileExtensions: 'File extensions',
  priority: 'Priority',
  enabled: 'Enabled',
  defaultDeliveryMode: 'Delivery',
  toolLibrary: 'Tool library',
  parentId: 'Parent',
  icon: 'Icon',
  viewer: 'Viewer',
  extractRules: 'Extract rules',
  maxBytes: 'Largest upload',
  inlineCapBytes: 'Inline cap',
}
export const fieldNames = Object.keys(fieldLabels) as (keyof Draft)[]

export const blank: Draft = {
  name: '',
  description: '',
  contentType: '',
  fileExtensions: [],
  priority: 0,
  enabled: true,
  defaultDeliveryMode: 'TOOLS_ONLY',
  toolLibrary: null,
  parentId: null,
  icon: '',
  viewer: '',
  extractRules: '',
  maxBytes: '',
  inlineCapBytes: '',
}

export function draftOf(type: ArtifactTypeFieldsFragment): Draft {
  return {
    name: type.name,
    description: type.description,
    contentType: type.contentType,
    fileExtensions: type.fileExtensions,
    priority: type.priority,
    enabled: type.enabled,
    defaultDeliveryMode: type.defaultDeliveryMode,
    toolLibrary: type.toolLibrary ?? null,
    parentId: type.parent?.id ?? null,
    icon: type.icon,
    viewer: type.viewer,
    extractRules: pretty(type.extractRules),
    maxBytes: type.maxBytes ?? '',
    inlineCapBytes: type.inlineCapBytes ?? '',
  }
}

/** One field that differs from the saved type. */
export interface Change {
  field: keyof Draft
  before: string
  after: string
}

export function changesOf(saved: Draft, draft: Draft): Change[] {
  return fieldNames
    .filter((field) => plain(saved[field]) !== plain(draft[field]))
    .map((field) => ({ field, before: plain(saved[field]), after: plain(draft[field]) }))
}

/** Applies the user's edits to the newest saved state. */
export function rebase(base: Draft, draft: Draft, newest: Draft): Draft {
  const mine = Object.fromEntries(changesOf(base, draft).map(({ field }) => [field, draft[field]]))
  return { ...newest, ...mine }
}

/** Returns a value as one line of text. */
function plain(value: Draft[keyof Draft]): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value == null ? '' : String(value)
}

export function createInput(draft: Draft): CreateArtifactTypeInput {
  return values(draft)
}

/** Sends only what changed, so that two people can edit different fields. */
export function updateInput(id: string, revision: number, saved: Draft, draft: Draft): UpdateArtifactTypeInput {
  const all = values(draft)
  const changed = changesOf(saved, draft).map(({ field }) => [field, all[field]])
  return { id, expectedRevision: revision, ...Object.fromEntries(changed) }
}

function values(draft: Draft) {
  const rules = parseJson(draft.extractRules)
  return {
    ...draft,
    name: draft.name.trim(),
    contentType: draft.contentType.trim(),
    priority: Number(draft.priority) || 0,
    extractRules: 'value' in rules ? rules.value : null,
    maxBytes: numberOrNull(draft.maxBytes),
    inlineCapBytes: numberOrNull(draft.inlineCapBytes),
  }
}

function numberOrNull(value: number | string): number | null {
  return value === '' ? null : Number(value)
}

/** Checks what needs no server, and returns an error for each invalid field. */
export function check(draft: Draft): Partial<Record<keyof Draft, string>> {
  const rules = parseJson(draft.extractRules)
  return {
    ...(draft.name.trim() === '' && { name: 'Enter a name.' }),
    ...(draft.contentType.trim() === '' && { contentType: 'Enter a MIME pattern, for example text/csv or image/*.' }),
    ...('fault' in rules && { extractRules: `Not valid JSON: ${rules.fault}` }),
  }
}

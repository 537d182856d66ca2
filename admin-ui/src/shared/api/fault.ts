import type { CombinedError } from 'urql'

/** What went wrong, in the server's words. */
export interface Fault {
  code: string
  message: string
  field?: string
  remedies: string[]
}

/** No answer came at all. */
export const unreachable: Fault = {
  code: 'UNAVAILABLE',
  message: 'The server does not answer.',
  remedies: ['Check that it runs and that you are online, then try again.'],
}

/** Every fault of an answer, the first one first; empty when all went well. */
export function faultsOf(error: CombinedError | undefined): Fault[] {
  if (!error) return []
  if (error.graphQLErrors.length > 0) return error.graphQLErrors.map(fromGraphQL)
  return [fromNetwork(error)]
}

/** The fault to show when there is room for one. */
export function faultOf(error: CombinedError | undefined): Fault | undefined {
  return faultsOf(error)[0]
}

function fromGraphQL(error: { message: string; extensions?: Record<string, unknown> }): Fault {
  const { code, field, remedies } = error.extensions ?? {}
  return {
    code: typeof code === 'string' ? code : 'INTERNAL',
    message: error.message,
    field: typeof field === 'string' ? field : undefined,
    remedies: Array.isArray(remedies) ? remedies.filter((r): r is string => typeof r === 'string') : [],
  }
}

function fromNetwork(error: CombinedError): Fault {
  const status: unknown = error.response?.status
  return typeof status === 'number' && status >= 400 ? fromStatus(status) : unreachable
}

/** The fault in an answer of a plain route; `body` is its JSON, if it has any. */
export function fromAnswer(status: number, body: unknown): Fault {
  const [first] = (body as { errors?: { message: string; extensions?: Record<string, unknown> }[] } | null)?.errors ?? []
  return first ? fromGraphQL(first) : fromStatus(status)
}

function fromStatus(status: number): Fault {
  if (status === 401) return { code: 'UNAUTHENTICATED', message: 'The server does not know this key.', remedies: [] }
  if (status === 413) return { code: 'TOO_LARGE', message: 'The server refuses a request this large.', remedies: [] }
  return { code: 'UNAVAILABLE', message: `The server answered with status ${status}.`, remedies: ['Try again in a moment.'] }
}

/** Puts faults at the fields they speak of; those of no known field come back as rest. */
export function byField(faults: Fault[], fields: readonly string[]): { at: Record<string, string>; rest: Fault[] } {
  const at: Record<string, string> = {}
  const rest: Fault[] = []
  for (const fault of faults) {
    const field = fieldName(fault.field, fields)
    if (field) at[field] ??= sentence(fault)
    else rest.push(fault)
  }
  return { at, rest }
}

/** `input.fileExtensions.0` speaks of fileExtensions. */
function fieldName(path: string | undefined, fields: readonly string[]): string | undefined {
  return path?.split(/[.[\]]/).find((part) => fields.includes(part))
}

/** The message with its first remedy, for narrow places. */
function sentence(fault: Fault): string {
  return [fault.message, ...fault.remedies.slice(0, 1)].join(' ')
}

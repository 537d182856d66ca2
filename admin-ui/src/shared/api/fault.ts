import type { CombinedError } from 'urql'

/** An error as the server reports it. */
export interface Fault {
  code: string
  message: string
  field?: string
  remedies: string[]
}

/** The fault of a request that got no response. */
export const unreachable: Fault = {
  code: 'UNAVAILABLE',
  message: 'The server does not respond.',
  remedies: ['Check that it is running and that you are online, then try again.'],
}

/** Returns all faults of a response in order, or an empty list without an error. */
export function faultsOf(error: CombinedError | undefined): Fault[] {
  if (!error) return []
  if (error.graphQLErrors.length > 0) return error.graphQLErrors.map(fromGraphQL)
  return [fromNetwork(error)]
}

/** Returns the first fault, for places that show only one. */
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

/** Returns the fault in the response of a plain route. `body` is its JSON, or null. */
export function fromAnswer(status: number, body: unknown): Fault {
  const [first] = (body as { errors?: { message: string; extensions?: Record<string, unknown> }[] } | null)?.errors ?? []
  return first ? fromGraphQL(first) : fromStatus(status)
}

function fromStatus(status: number): Fault {
  if (status === 401) return { code: 'UNAUTHENTICATED', message: 'The key is not valid.', remedies: ['Sign in with another key.'] }
  if (status === 413) return { code: 'TOO_LARGE', message: 'The request is too large for this server.', remedies: ['Send less at once.'] }
  return { code: 'UNAVAILABLE', message: `The server answered with status ${status}.`, remedies: ['Try again in a moment.'] }
}

/** Assigns faults to the fields they name. `rest` holds the faults of no known field. */
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

/** Returns the known field in a path: fileExtensions for `input.fileExtensions.0`. */
function fieldName(path: string | undefined, fields: readonly string[]): string | undefined {
  return path?.split(/[.[\]]/).find((part) => fields.includes(part))
}

/** Returns the message with its first remedy, for places with little room. */
function sentence(fault: Fault): string {
  return [fault.message, ...fault.remedies.slice(0, 1)].join(' ')
}

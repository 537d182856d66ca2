import { type DocumentNode, getOperationAST, Kind, parse } from 'graphql'
import { parseJson } from '~/shared/lib/json'

export interface Operation {
  query: string
  operationName?: string
  variables: Record<string, unknown>
  live: boolean
}

/** Reads what was typed into something to send; says why when it cannot be. */
export function operationOf(query: string, variables: string, name: string | undefined): { operation: Operation } | { fault: string } {
  const read = readDocument(query)
  if ('fault' in read) return read
  const values = parseJson(variables)
  if ('fault' in values) return { fault: `The variables are no JSON: ${values.fault}` }
  const names = namesOf(read.document)
  const operationName = names.find((known) => known === name) ?? names[0]
  const node = getOperationAST(read.document, operationName)
  if (!node) return { fault: 'There is no operation: write a query, a mutation or a subscription.' }
  return {
    operation: { query, operationName, variables: isRecord(values.value) ? values.value : {}, live: node.operation === 'subscription' },
  }
}

/** The names of the operations in a text, in order; none while it cannot be read. */
export function namesIn(query: string): string[] {
  const read = readDocument(query)
  return 'document' in read ? namesOf(read.document) : []
}

function namesOf({ definitions }: DocumentNode): string[] {
  return definitions.flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION && node.name ? [node.name.value] : []))
}

function readDocument(query: string): { document: DocumentNode } | { fault: string } {
  try {
    return { document: parse(query) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'This is no GraphQL.' }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { graphql } from '~/gql'

graphql(`
  fragment AuditEntryFields on AuditEntry {
    id at actor action target conversationId requestId details
  }
`)

export const AuditEntriesQuery = graphql(`
  query AuditEntries($filter: AuditEntryFilter, $first: Int, $after: String, $last: Int, $before: String) {
    auditEntries(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes { ...AuditEntryFields }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      totalCount
    }
  }
`)

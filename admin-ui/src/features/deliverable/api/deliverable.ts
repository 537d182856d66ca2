import { graphql } from '~/gql'

export const DeliverableFields = graphql(`
  fragment DeliverableFields on Deliverable {
    id key host path name kind by writes edits lastOp firstAt lastAt bytes url state
    via { kind name conversationId }
    handedTo { conversationId name at }
    artifact { id name letter }
    card { id autoOpen }
  }
`)

export const DeliverablesQuery = graphql(`
  query Deliverables($conversationId: ID!, $filter: DeliverableFilter, $sortBy: DeliverableSort!) {
    conversation(id: $conversationId) {
      id
      deliverables(filter: $filter, groupBy: KIND, sortBy: $sortBy, first: 100) {
        nodes { ...DeliverableFields }
        groups { key label count }
        counts { items code total full }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        totalCount
      }
    }
  }
`)

export const DeliverableQuery = graphql(`
  query Deliverable($id: ID!) {
    deliverable(id: $id) { ...DeliverableFields }
  }
`)

export const DeliverableChangesQuery = graphql(`
  query DeliverableChanges($id: ID!) {
    deliverable(id: $id) {
      id
      changes(first: 50) {
        nodes { at actor op callId bytes added removed receipt { source position recordSha256 } }
        totalCount
      }
    }
  }
`)

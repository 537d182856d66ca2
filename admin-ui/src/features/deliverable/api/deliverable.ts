import { graphql } from '~/gql'

graphql(`
  fragment DeliverableFields on Deliverable {
    id key host path name kind by writes edits lastOp firstAt lastAt bytes url state
    via { kind name conversationId }
    handedTo { conversationId name at }
    page { title public presented publisher gone }
    service { port via localUrl target since stoppedAt }
    artifact { id name letter }
  }
`)

graphql(`
  fragment CardFields on DeliverableCard {
    id autoOpen kindWord(language: $language) metaLine(language: $language)
  }
`)

/** One page of the list. Only the first page has the groups and the counts. */
export const DeliverablesQuery = graphql(`
  query Deliverables(
    $conversationId: ID!, $filter: DeliverableFilter, $groupBy: DeliverableGroupBy!, $sortBy: DeliverableSort!, $reverse: Boolean!,
    $timeZone: String, $after: String, $language: Language!, $head: Boolean!
  ) {
    conversation(id: $conversationId) {
      id
      deliverables(
        filter: $filter, groupBy: $groupBy, sortBy: $sortBy, reverse: $reverse, timeZone: $timeZone, first: 100, after: $after
      ) {
        nodes { ...DeliverableFields }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        totalCount
        groups @include(if: $head) { key label count ids }
        recent @include(if: $head) { id }
        counts @include(if: $head) { items code total full }
        countLine(language: $language) @include(if: $head)
      }
    }
  }
`)

/** The counts of the rail, which do not depend on the filters of the table. */
export const RailQuery = graphql(`
  query Rail($conversationId: ID!) {
    conversation(id: $conversationId) {
      id
      kinds: deliverables(groupBy: KIND, first: 1) {
        groups { key label count }
        recent { id }
        counts { items code total full }
      }
      helpers: deliverables(groupBy: HELPER, first: 1) {
        groups { key label count }
      }
    }
  }
`)

export const DeliverableQuery = graphql(`
  query Deliverable($id: ID!, $language: Language!) {
    deliverable(id: $id) { ...DeliverableFields card { ...CardFields } conversation { id } }
  }
`)

export const DeliverableChangesQuery = graphql(`
  query DeliverableChanges($id: ID!, $after: String) {
    deliverable(id: $id) {
      id
      changes(first: 50, after: $after) {
        nodes { at actor op callId bytes added removed receipt { source position recordSha256 offset } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        totalCount
      }
    }
  }
`)

export const HandOver = graphql(`
  mutation HandOver($input: HandOverInput!) {
    handOver(input: $input) {
      handed { id name }
      refused { item reason message }
    }
  }
`)

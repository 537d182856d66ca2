import { graphql } from '~/gql'

graphql(`
  fragment ConversationRow on Conversation {
    id title owner harness project { id name } agent { id name }
    counts { items code total full }
    createdAt updatedAt
  }
`)

export const ConversationsQuery = graphql(`
  query Conversations($filter: ConversationFilter, $orderBy: ConversationOrder, $first: Int, $after: String, $last: Int, $before: String) {
    conversations(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes { ...ConversationRow }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      totalCount
    }
  }
`)

export const ConversationQuery = graphql(`
  query Conversation($id: ID!) {
    conversation(id: $id) { ...ConversationRow externalKey host cwd lastSequence }
  }
`)

graphql(`
  fragment MessageFields on Message {
    id role text sequence createdAt
    agent { id name }
    versions { id number fileName mimeType sizeBytes direction artifact { id name letter } }
  }
`)

export const MessagesQuery = graphql(`
  query Messages($id: ID!) {
    conversation(id: $id) {
      id
      messages(last: 100) {
        nodes { ...MessageFields }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        totalCount
      }
    }
  }
`)

/** Every deliverable that has a card, with its place among the messages. */
export const CardsQuery = graphql(`
  query Cards($conversationId: ID!, $after: String, $language: Language!) {
    conversation(id: $conversationId) {
      id
      deliverables(filter: { kinds: [DOC, SERVICE, PAGE, DESIGN, MEDIA, UPLOAD, OTHER] }, groupBy: NONE, first: 100, after: $after) {
        nodes { ...DeliverableFields card { ...CardFields placement before { id } } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
`)

export const ConversationEvents = graphql(`
  subscription ConversationEvents($conversationId: ID!, $after: Int64, $language: Language!) {
    conversationEvents(conversationId: $conversationId, after: $after) {
      sequence at kind removedId resync note
      counts { items code total full }
      deliverable { ...DeliverableFields card { ...CardFields } }
      message { ...MessageFields }
      version { id artifact { id } }
    }
  }
`)

export const CreateConversation = graphql(`
  mutation CreateConversation($input: CreateConversationInput!) {
    createConversation(input: $input) { conversation { ...ConversationRow } }
  }
`)

export const UpdateConversation = graphql(`
  mutation UpdateConversation($input: UpdateConversationInput!) {
    updateConversation(input: $input) { conversation { ...ConversationRow } }
  }
`)

export const DeleteConversation = graphql(`
  mutation DeleteConversation($input: DeleteConversationInput!) {
    deleteConversation(input: $input) { deletedId }
  }
`)

export const AddMessage = graphql(`
  mutation AddMessage($input: AddMessageInput!) {
    addMessage(input: $input) { message { ...MessageFields } }
  }
`)

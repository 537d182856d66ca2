import { type Cache, type UpdateResolver } from '@urql/exchange-graphcache'
import { gql } from 'urql'
import { type CachePart, invalidateFields, invalidates } from '~/shared/api/cache'
import type { ConversationEventsSubscription } from '~/gql/graphql'

type Event = ConversationEventsSubscription['conversationEvents']
type Entity = { __typename: string; id: string }

const counts = gql`
  fragment LiveCounts on Conversation {
    id
    counts { __typename items code total full }
  }
`

/**
 * Applies one live event to the cache. Known rows and cards are the same object in the cache, so they are
 * patched in place. Components fetch their lists again at a limited rate (components/use-live.ts), except
 * after a removed row, which disappears at once.
 */
const applyEvent: UpdateResolver = (result, args, cache) => {
  const event = (result as { conversationEvents: Event }).conversationEvents
  const conversation = { __typename: 'Conversation', id: args.conversationId as string }
  if (event.counts) cache.writeFragment(counts, { ...conversation, counts: event.counts })
  if (event.message) appendMessage(cache, conversation, event.message.id)
  if (event.deliverable) invalidateFields(cache, { __typename: 'Deliverable', id: event.deliverable.id }, 'changes')
  if (event.version) invalidateFields(cache, { __typename: 'ConversationArtifact', id: event.version.artifact.id }, 'versions', 'latestVersion')
  if (event.kind === 'REMOVED') invalidateFields(cache, conversation, 'deliverables')
  if (event.kind === 'RESYNC') invalidateFields(cache, conversation, 'deliverables', 'messages', 'counts')
}

function appendMessage(cache: Cache, conversation: Entity, id: string) {
  const key = cache.keyOfEntity({ __typename: 'Message', id })
  for (const { connection, nodes } of nodesOf(cache, conversation, 'messages')) {
    if (!nodes.includes(key)) cache.link(connection, 'nodes', [...nodes, key] as string[])
  }
}

/** Returns the rows of every cached list of a field, for all arguments. */
function nodesOf(cache: Cache, owner: Entity, field: string) {
  return cache
    .inspectFields(owner)
    .filter(({ fieldName }) => fieldName === field)
    .map(({ fieldKey }) => cache.resolve(owner, fieldKey))
    .filter((connection): connection is string => typeof connection === 'string')
    .map((connection) => ({ connection, nodes: (cache.resolve(connection, 'nodes') as (string | null)[] | null) ?? [] }))
}

export const conversationCache: CachePart = {
  keyless: [
    'ConversationConnection', 'ConversationEdge', 'ConversationPayload', 'MessageConnection', 'MessageEdge',
    'AddMessagePayload', 'ConversationEvent',
  ],
  mutations: {
    createConversation: invalidates('conversations'),
    deleteConversation: invalidates('conversations'),
    addMessage: (result, args, cache) => {
      const { conversationId } = args.input as { conversationId: string }
      const { message } = (result as { addMessage: { message: { id: string } } }).addMessage
      appendMessage(cache, { __typename: 'Conversation', id: conversationId }, message.id)
    },
  },
  subscriptions: { conversationEvents: applyEvent },
}

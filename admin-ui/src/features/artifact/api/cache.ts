import type { Cache } from '@urql/exchange-graphcache'
import type { CompleteUploadMutation, RestoreVersionMutation } from '~/gql/graphql'
import { type CachePart, staleFields, stales } from '~/shared/api/cache'

export const artifactCache: CachePart = {
  keyless: [
    'ConversationArtifactConnection', 'ConversationArtifactEdge', 'ConversationArtifactVersionConnection',
    'ConversationArtifactVersionEdge', 'Route', 'RouteError', 'UploadArtifactPayload', 'SetForceToolsOnlyPayload',
    'VersionDiff', 'DiffStats', 'RenameArtifactPayload', 'RestoreVersionPayload',
    'StartUploadPayload', 'AbortUploadPayload',
  ],
  mutations: {
    setForceToolsOnly: stales('routeArtifact'),
    uploadArtifact: (_result, args, cache) => {
      const { conversationId, artifactId } = args.input as { conversationId: string; artifactId?: string | null }
      staleLists(cache, conversationId)
      if (artifactId) staleVersions(cache, artifactId)
    },
    completeUpload: (result, _args, cache) => {
      const { version, deliverable } = (result as CompleteUploadMutation).completeUpload
      if (deliverable) staleLists(cache, deliverable.conversation.id)
      staleVersions(cache, version.artifact.id)
    },
    restoreVersion: (result, _args, cache) => {
      const { version } = (result as RestoreVersionMutation).restoreVersion
      staleVersions(cache, version.artifact.id)
    },
    deleteArtifact: (_result, args, cache) => {
      const { artifactId } = args.input as { artifactId: string }
      cache.invalidate({ __typename: 'ConversationArtifact', id: artifactId })
    },
  },
}

function staleLists(cache: Cache, conversationId: string) {
  staleFields(cache, { __typename: 'Conversation', id: conversationId }, 'deliverables', 'artifacts', 'versions')
}

function staleVersions(cache: Cache, artifactId: string) {
  staleFields(cache, { __typename: 'ConversationArtifact', id: artifactId }, 'versions', 'latestVersion')
}

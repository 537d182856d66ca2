import type { Cache } from '@urql/exchange-graphcache'
import type { CompleteUploadMutation, RestoreVersionMutation } from '~/gql/graphql'
import { type CachePart, invalidateFields, invalidates } from '~/shared/api/cache'

export const artifactCache: CachePart = {
  keyless: [
    'ConversationArtifactConnection', 'ConversationArtifactEdge', 'ConversationArtifactVersionConnection',
    'ConversationArtifactVersionEdge', 'Route', 'RouteError', 'UploadArtifactPayload', 'SetForceToolsOnlyPayload',
    'VersionDiff', 'DiffStats', 'RenameArtifactPayload', 'RestoreVersionPayload',
    'StartUploadPayload', 'AbortUploadPayload',
  ],
  mutations: {
    setForceToolsOnly: invalidates('routeArtifact'),
    uploadArtifact: (_result, args, cache) => {
      const { conversationId, artifactId } = args.input as { conversationId: string; artifactId?: string | null }
      invalidateLists(cache, conversationId)
      if (artifactId) invalidateVersions(cache, artifactId)
    },
    completeUpload: (result, _args, cache) => {
      const { version, deliverable } = (result as CompleteUploadMutation).completeUpload
      if (deliverable) invalidateLists(cache, deliverable.conversation.id)
      invalidateVersions(cache, version.artifact.id)
    },
    restoreVersion: (result, _args, cache) => {
      const { version } = (result as RestoreVersionMutation).restoreVersion
      invalidateVersions(cache, version.artifact.id)
    },
    deleteArtifact: (_result, args, cache) => {
      const { artifactId } = args.input as { artifactId: string }
      cache.invalidate({ __typename: 'ConversationArtifact', id: artifactId })
    },
  },
}

function invalidateLists(cache: Cache, conversationId: string) {
  invalidateFields(cache, { __typename: 'Conversation', id: conversationId }, 'deliverables', 'artifacts', 'versions')
}

function invalidateVersions(cache: Cache, artifactId: string) {
  invalidateFields(cache, { __typename: 'ConversationArtifact', id: artifactId }, 'versions', 'latestVersion')
}

import type { Cache } from '@urql/exchange-graphcache'
import { type CachePart, staleFields, stales } from '~/shared/api/cache'

export const artifactCache: CachePart = {
  keyless: [
    'ConversationArtifactConnection', 'ConversationArtifactEdge', 'ConversationArtifactVersionConnection',
    'ConversationArtifactVersionEdge', 'Route', 'RouteError', 'UploadArtifactPayload', 'SetForceToolsOnlyPayload',
    'VersionDiff', 'DiffStats', 'RenameArtifactPayload', 'RestoreVersionPayload',
  ],
  mutations: {
    setForceToolsOnly: stales('routeArtifact'),
    uploadArtifact: (_result, args, cache) => {
      const { conversationId, artifactId } = args.input as { conversationId: string; artifactId?: string | null }
      staleFields(cache, { __typename: 'Conversation', id: conversationId }, 'deliverables', 'artifacts', 'versions')
      if (artifactId) staleVersions(cache, artifactId)
    },
    restoreVersion: (result, _args, cache) => {
      const { version } = (result as { restoreVersion: { version: { artifact: { id: string } } } }).restoreVersion
      staleVersions(cache, version.artifact.id)
    },
    deleteArtifact: (_result, args, cache) => {
      const { artifactId } = args.input as { artifactId: string }
      cache.invalidate({ __typename: 'ConversationArtifact', id: artifactId })
    },
  },
}

function staleVersions(cache: Cache, artifactId: string) {
  staleFields(cache, { __typename: 'ConversationArtifact', id: artifactId }, 'versions', 'latestVersion')
}

import { type CachePart, staleFields, stales } from '~/shared/api/cache'

export const artifactCache: CachePart = {
  keyless: [
    'ConversationArtifactConnection', 'ConversationArtifactEdge', 'ConversationArtifactVersionConnection',
    'ConversationArtifactVersionEdge', 'Route', 'RouteError', 'UploadArtifactPayload', 'SetForceToolsOnlyPayload',
  ],
  mutations: {
    setForceToolsOnly: stales('routeArtifact'),
    uploadArtifact: (_result, args, cache) => {
      const { conversationId, artifactId } = args.input as { conversationId: string; artifactId?: string | null }
      staleFields(cache, { __typename: 'Conversation', id: conversationId }, 'deliverables', 'artifacts', 'versions')
      if (artifactId) staleFields(cache, { __typename: 'ConversationArtifact', id: artifactId }, 'versions', 'latestVersion')
    },
  },
}

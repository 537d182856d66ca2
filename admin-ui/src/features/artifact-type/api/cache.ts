import { type CachePart, invalidates } from '~/shared/api/cache'

// A change to one type can change every answer of the registry.
const registry = invalidates('artifactTypes', 'artifactTypeConflicts', 'resolveArtifactType', 'previewExtractRules', 'auditEntries')

export const artifactTypeCache: CachePart = {
  keyless: [
    'ArtifactTypeConnection', 'ArtifactTypeEdge', 'ArtifactTypeConflict', 'ArtifactTypeResolution',
    'ArtifactTypeCandidate', 'ArtifactTypePayload', 'ToolLibrary', 'Tool', 'DeletePayload',
    'ExtractedAttribute',
  ],
  mutations: {
    createArtifactType: registry,
    updateArtifactType: registry,
    deleteArtifactType: (result, args, cache, info) => {
      registry(result, args, cache, info)
      const { id } = args.input as { id: string }
      cache.invalidate({ __typename: 'ArtifactType', id })
    },
  },
}

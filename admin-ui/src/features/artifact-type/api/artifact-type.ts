import { graphql } from '~/gql'

graphql(`
  fragment ArtifactTypeFields on ArtifactType {
    id name description icon parent { id name } contentType fileExtensions toolLibrary defaultDeliveryMode
    priority systemSupplied enabled viewer extractRules maxBytes inlineCapBytes revision createdAt updatedAt
  }
`)

export const ArtifactTypesQuery = graphql(`
  query ArtifactTypes($filter: ArtifactTypeFilter, $orderBy: ArtifactTypeOrder, $first: Int, $after: String, $last: Int, $before: String) {
    artifactTypes(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes { ...ArtifactTypeFields }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      totalCount
    }
  }
`)

export const ArtifactTypeQuery = graphql(`
  query ArtifactType($id: ID!) {
    artifactType(id: $id) { ...ArtifactTypeFields }
  }
`)

export const ArtifactTypeConflictsQuery = graphql(`
  query ArtifactTypeConflicts {
    artifactTypeConflicts { contentType priority systemSupplied types }
  }
`)

/** The choices of the editor: every type as a parent, and every tool library. */
export const ArtifactTypeChoicesQuery = graphql(`
  query ArtifactTypeChoices {
    artifactTypes(first: 100) { nodes { id name contentType } }
    toolLibraries { name tools { name description } }
  }
`)

/** The types whose name or pattern contains the text. */
export const ArtifactTypeNeighboursQuery = graphql(`
  query ArtifactTypeNeighbours($text: String!) {
    artifactTypes(filter: { text: $text }, orderBy: { field: PRIORITY, direction: DESC }, first: 50) {
      nodes { id name contentType priority systemSupplied enabled }
    }
  }
`)

export const ResolveArtifactTypeQuery = graphql(`
  query ResolveArtifactType($mimeType: String!, $fileName: String, $agentId: ID) {
    resolveArtifactType(mimeType: $mimeType, fileName: $fileName, agentId: $agentId) {
      type { id name }
      tier
      reason
      candidates { type { id name contentType priority systemSupplied defaultDeliveryMode } tier reason }
    }
  }
`)

export const PreviewExtractRulesQuery = graphql(`
  query PreviewExtractRules($typeId: ID, $rules: JSON, $sample: String!) {
    previewExtractRules(typeId: $typeId, rules: $rules, sample: $sample) { name standardProperty value absent error }
  }
`)

export const CreateArtifactType = graphql(`
  mutation CreateArtifactType($input: CreateArtifactTypeInput!) {
    createArtifactType(input: $input) { artifactType { ...ArtifactTypeFields } }
  }
`)

export const UpdateArtifactType = graphql(`
  mutation UpdateArtifactType($input: UpdateArtifactTypeInput!) {
    updateArtifactType(input: $input) { artifactType { ...ArtifactTypeFields } }
  }
`)

export const DeleteArtifactType = graphql(`
  mutation DeleteArtifactType($input: DeleteArtifactTypeInput!) {
    deleteArtifactType(input: $input) { deletedId }
  }
`)

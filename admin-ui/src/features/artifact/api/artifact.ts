import { graphql } from '~/gql'

graphql(`
  fragment VersionFields on ConversationArtifactVersion {
    id number direction name description mimeType detectedMimeType fileName sizeBytes sha256 forceToolsOnly
    attributes remark contentUrl madeBy createdAt
    type { id name contentType defaultDeliveryMode }
    tools { name description }
    artifact { id }
  }
`)

export const ArtifactQuery = graphql(`
  query Artifact($id: ID!) {
    conversationArtifact(id: $id) {
      id name description visibility owner letter createdAt
      type { id name }
      latestVersion { id number }
      deliverable { id }
      versions(first: 100) { nodes { id number createdAt madeBy sizeBytes } totalCount }
    }
  }
`)

export const VersionQuery = graphql(`
  query Version($id: ID!) {
    conversationArtifactVersion(id: $id) { ...VersionFields }
  }
`)

export const VersionTextQuery = graphql(`
  query VersionText($id: ID!, $maxBytes: Int!) {
    conversationArtifactVersion(id: $id) { id content(encoding: TEXT, maxBytes: $maxBytes) }
  }
`)

export const VersionDiffQuery = graphql(`
  query VersionDiff($id: ID!, $againstId: ID!) {
    conversationArtifactVersion(id: $id) {
      id
      diff(againstVersionId: $againstId) { unified stats { added removed } }
    }
  }
`)

export const RouteQuery = graphql(`
  query Route($versionId: ID!, $modelId: ID!) {
    routeArtifact(versionId: $versionId, modelId: $modelId) {
      delivery reason annotation error { code message remedies }
    }
  }
`)

export const SetForceToolsOnly = graphql(`
  mutation SetForceToolsOnly($input: SetForceToolsOnlyInput!) {
    setForceToolsOnly(input: $input) { version { id forceToolsOnly } }
  }
`)

export const RestoreVersion = graphql(`
  mutation RestoreVersion($input: RestoreVersionInput!) {
    restoreVersion(input: $input) { version { id number artifact { id } } }
  }
`)

export const RenameArtifact = graphql(`
  mutation RenameArtifact($input: RenameArtifactInput!) {
    renameArtifact(input: $input) { artifact { id name description } }
  }
`)

export const DeleteArtifact = graphql(`
  mutation DeleteArtifact($input: DeleteArtifactInput!) {
    deleteArtifact(input: $input) { deletedId }
  }
`)

export const UploadArtifact = graphql(`
  mutation UploadArtifact($input: UploadArtifactInput!, $file: Upload!) {
    uploadArtifact(input: $input, file: $file) {
      version { id number artifact { id name } }
      deliverable { id conversation { id counts { items code total full } } }
    }
  }
`)

export const UploadLimitQuery = graphql(`
  query UploadLimit {
    serverInfo { maxUploadBytes }
  }
`)

export const StartUpload = graphql(`
  mutation StartUpload($input: StartUploadInput!) {
    startUpload(input: $input) {
      upload { id url headers receivedBytes }
      version { id }
    }
  }
`)

export const CompleteUpload = graphql(`
  mutation CompleteUpload($input: CompleteUploadInput!) {
    completeUpload(input: $input) {
      version { id number artifact { id name } }
      deliverable { id conversation { id counts { items code total full } } }
    }
  }
`)

export const AbortUpload = graphql(`
  mutation AbortUpload($input: AbortUploadInput!) {
    abortUpload(input: $input) { uploadId }
  }
`)

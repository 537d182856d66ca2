import { graphql } from '~/gql'

graphql(`
  fragment ModelFields on Model {
    id name provider inputMimePatterns maxInlineBytesTotal maxInlineItems inlineCapBytes contextTokens revision updatedAt
  }
`)

export const ModelsQuery = graphql(`
  query Models($filter: ModelFilter, $orderBy: ModelOrder, $first: Int, $after: String, $last: Int, $before: String) {
    models(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes { ...ModelFields }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      totalCount
    }
  }
`)

export const ModelChoicesQuery = graphql(`
  query ModelChoices {
    models(first: 100) { nodes { id name provider } }
  }
`)

export const ProvidersQuery = graphql(`
  query Providers {
    serverInfo { providers }
  }
`)

export const CreateModel = graphql(`
  mutation CreateModel($input: CreateModelInput!) {
    createModel(input: $input) { model { ...ModelFields } }
  }
`)

export const UpdateModel = graphql(`
  mutation UpdateModel($input: UpdateModelInput!) {
    updateModel(input: $input) { model { ...ModelFields } }
  }
`)

export const DeleteModel = graphql(`
  mutation DeleteModel($input: DeleteModelInput!) {
    deleteModel(input: $input) { deletedId }
  }
`)

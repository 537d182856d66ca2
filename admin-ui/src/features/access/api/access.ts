import { graphql } from '~/gql'

export const MeQuery = graphql(`
  query Me {
    me { user role scopes }
  }
`)

graphql(`
  fragment ApiKeyFields on ApiKey {
    id name role user prefix scopes expiresAt revokedAt lastUsedAt createdAt
  }
`)

export const ApiKeysQuery = graphql(`
  query ApiKeys($first: Int, $after: String, $last: Int, $before: String) {
    apiKeys(first: $first, after: $after, last: $last, before: $before) {
      nodes { ...ApiKeyFields }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      totalCount
    }
  }
`)

export const CreateApiKey = graphql(`
  mutation CreateApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) { key { ...ApiKeyFields } secret }
  }
`)

export const RevokeApiKey = graphql(`
  mutation RevokeApiKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) { key { ...ApiKeyFields } }
  }
`)

import { graphql } from '~/gql'

graphql(`
  fragment AgentFields on Agent {
    id name description artifactCreationMode acceptUnregisteredFiles
    defaultArtifactType { id name } defaultModel { id name }
    historyWindow capture systemPrompt revision updatedAt
  }
`)

export const AgentsQuery = graphql(`
  query Agents($filter: AgentFilter, $orderBy: AgentOrder, $first: Int, $after: String, $last: Int, $before: String) {
    agents(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes { ...AgentFields }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      totalCount
    }
  }
`)

export const AgentChoicesQuery = graphql(`
  query AgentChoices {
    agents(first: 100) { nodes { id name } }
  }
`)

/** The types and models that an agent can use. */
export const AgentSettingsQuery = graphql(`
  query AgentSettings {
    artifactTypes(first: 100) { nodes { id name } }
    models(first: 100) { nodes { id name } }
  }
`)

export const CreateAgent = graphql(`
  mutation CreateAgent($input: CreateAgentInput!) {
    createAgent(input: $input) { agent { ...AgentFields } }
  }
`)

export const UpdateAgent = graphql(`
  mutation UpdateAgent($input: UpdateAgentInput!) {
    updateAgent(input: $input) { agent { ...AgentFields } }
  }
`)

export const DeleteAgent = graphql(`
  mutation DeleteAgent($input: DeleteAgentInput!) {
    deleteAgent(input: $input) { deletedId }
  }
`)

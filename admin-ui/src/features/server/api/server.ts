import { graphql } from '~/gql'

export const OverviewQuery = graphql(`
  query Overview {
    serverInfo { version privateDatabase privateStore maxUploadBytes inlineCapBytes harnesses }
    artifactTypes(first: 1) { totalCount }
    models(first: 1) { totalCount }
    agents(first: 1) { totalCount }
    conversations(first: 6, orderBy: { field: UPDATED_AT, direction: DESC }) {
      nodes { id title owner updatedAt counts { items code total full } }
      totalCount
    }
  }
`)

export const HarnessesQuery = graphql(`
  query Harnesses {
    serverInfo { harnesses }
  }
`)

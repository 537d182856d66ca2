import { graphql } from '~/gql'

export const ProjectChoicesQuery = graphql(`
  query ProjectChoices {
    projects(first: 100) { nodes { id name } }
  }
`)

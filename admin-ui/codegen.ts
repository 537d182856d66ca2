import type { CodegenConfig } from '@graphql-codegen/cli'

const config: CodegenConfig = {
  schema: '../graph/schema/*.graphqls',
  documents: ['src/**/api/*.ts'],
  ignoreNoDocuments: true,
  generates: {
    './src/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        enumsAsTypes: true,
        useTypeImports: true,
        strictScalars: true,
        scalars: { Time: 'string', JSON: 'unknown', Int64: 'number', Upload: 'File' },
      },
    },
  },
}

export default config

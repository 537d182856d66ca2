import { useComputedColorScheme } from '@mantine/core'
import { GraphiQL } from 'graphiql'
import type { GraphQLSchema } from 'graphql'
import { useMemo, useState } from 'react'
import { useConnection } from '~/shared/api/client'
import { useSession } from '~/shared/api/session'
import { Notice } from '~/shared/ui/notice'
import { fetcherOf } from '../api/fetcher'
import { tabStorage } from '../api/storage'
import { SchemaButton } from './schema-button'
import 'graphiql/setup-workers/vite'
import 'graphiql/style.css'
import './explorer.css'

const begin = `# Control-enter runs it.
query Hello {
  me {
    user
    role
  }
  conversations(first: 5) {
    totalCount
    nodes {
      id
      title
    }
  }
}`

/**
 * GraphiQL with the key of the session. It has no editor for headers: the key is the only one the API
 * asks for, and GraphiQL would keep what is typed there in its history.
 */
export function Explorer() {
  const { fetcher, available } = useFetcher()
  const [schema, setSchema] = useState<GraphQLSchema | null>(null)
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return (
    <>
      {available === false && (
        <Notice title="This server does not tell its schema">Operations run all the same, without completion and without the documentation.</Notice>
      )}
      <GraphiQL
        className="v-graphiql"
        fetcher={fetcher}
        storage={tabStorage}
        forcedTheme={scheme}
        defaultTheme={scheme}
        defaultQuery={begin}
        isHeadersEditorEnabled={false}
        shouldPersistHeaders={false}
        inputValueDeprecation
        schemaDescription
        onSchemaChange={setSchema}
      >
        <GraphiQL.Logo>{schema ? <SchemaButton schema={schema} /> : ' '}</GraphiQL.Logo>
      </GraphiQL>
    </>
  )
}

/** available: whether the server available its schema; undefined until it was asked. */
function useFetcher() {
  const key = useSession().session?.key ?? ''
  const { socket } = useConnection()
  const [available, setAvailable] = useState<boolean>()
  const fetcher = useMemo(() => fetcherOf(key, socket, setAvailable), [key, socket])
  return { fetcher, available }
}

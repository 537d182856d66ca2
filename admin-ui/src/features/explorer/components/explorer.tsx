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

const exampleQuery = `# Press Ctrl+Enter to run it.
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
 * GraphiQL with the key of the session. The editor for headers is disabled: the API needs only the key, and
 * GraphiQL would store typed headers in its history.
 */
export function Explorer() {
  const { fetcher, available } = useFetcher()
  const [schema, setSchema] = useState<GraphQLSchema | null>(null)
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return (
    <>
      {available === false && (
        <Notice title="This server does not publish its schema">Operations still run, but without completion and documentation.</Notice>
      )}
      <GraphiQL
        className="v-graphiql"
        fetcher={fetcher}
        storage={tabStorage}
        forcedTheme={scheme}
        defaultTheme={scheme}
        defaultQuery={exampleQuery}
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

/** Returns the fetcher. `available` is whether the server returned its schema; undefined before the first response. */
function useFetcher() {
  const key = useSession().session?.key ?? ''
  const { socket } = useConnection()
  const [available, setAvailable] = useState<boolean>()
  const fetcher = useMemo(() => fetcherOf(key, socket, setAvailable), [key, socket])
  return { fetcher, available }
}

import { Button, Select } from '@mantine/core'
import { Play, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { GraphQLSchema } from 'graphql'
import { useSession } from '~/shared/api/session'
import { fetchSchema } from '../api/run'
import { namesIn } from '../model/operation'
import { Editor } from './editor'
import { SchemaButton } from './schema-button'
import { useRun } from './use-run'
import classes from './explorer.module.css'

const begin = `# Control-space completes, control-enter runs.
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
}
`

/** A place to try the API: queries, mutations and subscriptions, checked against the server's own schema. */
export function Explorer() {
  const [query, setQuery] = useKept('vitrine.explorer.query', begin)
  const [variables, setVariables] = useKept('vitrine.explorer.variables', '{}')
  const [chosen, setChosen] = useState<string | null>(null)
  const schema = useSchema()
  const { outcome, busy, run, halt } = useRun()
  const names = namesIn(query)
  const start = () => void run(query, variables, chosen ?? undefined)
  return (
    <div className={classes.explorer}>
      <div className={classes.bar}>
        {busy ? (
          <Button size="xs" variant="default" leftSection={<Square size={13} aria-hidden />} onClick={halt}>
            Stop
          </Button>
        ) : (
          <Button size="xs" leftSection={<Play size={13} aria-hidden />} onClick={start}>
            Run
          </Button>
        )}
        {names.length > 1 && (
          <Select size="xs" aria-label="Operation" data={[...new Set(names)]} value={chosen ?? names[0] ?? null} allowDeselect={false} onChange={setChosen} />
        )}
        <span className={classes.state}>{stateWords(schema, outcome)}</span>
        {schema && <SchemaButton schema={schema} />}
      </div>
      <section className={classes.query} aria-label="Operation">
        <Editor label="Operation" language="graphql" value={query} schema={schema} onChange={setQuery} onRun={start} />
      </section>
      <section className={classes.variables} aria-label="Variables">
        <Editor label="Variables" language="json" value={variables} onChange={setVariables} onRun={start} />
      </section>
      <section className={classes.answer} aria-label="Answer" aria-live="polite">
        {outcome.text ? <Editor label="Answer" language="json" value={outcome.text} readOnly /> : <p className={classes.empty}>The answer appears here.</p>}
      </section>
    </div>
  )
}

function stateWords(schema: GraphQLSchema | null | undefined, outcome: { milliseconds?: number; events?: number }): string {
  if (outcome.events !== undefined) return `${outcome.events} events`
  if (outcome.milliseconds !== undefined) return `${outcome.milliseconds} ms`
  return schema === null ? 'This server does not tell its schema' : ''
}

/** The schema: undefined while it is on its way, null when the server does not tell it. */
function useSchema(): GraphQLSchema | null | undefined {
  const key = useSession().session?.key
  const [schema, setSchema] = useState<GraphQLSchema | null>()
  useEffect(() => {
    let gone = false
    const settle = (found: GraphQLSchema | null) => !gone && setSchema(found)
    fetchSchema(key ?? '').then(settle, () => settle(null))
    return () => {
      gone = true
    }
  }, [key])
  return schema
}

/** Text that is still there after a reload of this tab. */
function useKept(name: string, first: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? first)
  const keep = (next: string) => {
    sessionStorage.setItem(name, next)
    setText(next)
  }
  return [text, keep]
}

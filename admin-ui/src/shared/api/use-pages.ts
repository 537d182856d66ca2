import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnyVariables, type CombinedError, createRequest, type RequestPolicy, type TypedDocumentNode, useClient } from 'urql'
import { pipe, subscribe } from 'wonka'
import { useStable } from '../lib/use-stable'
import { type Fault, faultsOf } from './fault'
import { followPages, type Page } from './pages'

interface Options<D, V extends AnyVariables, P extends Page> {
  query: TypedDocumentNode<D, V>
  /** What to ask the page after a cursor with. */
  variables: (after: string | undefined) => V
  /** Where in the answer the page is; null when what it belongs to is not there. */
  page: (data: D) => P | null | undefined
  /** All is asked anew when this changes; what is shown stays until the answer is there. */
  revision?: unknown
  limit?: number
  pause?: boolean
}

export interface Pages<P> {
  /** Undefined before the first answer. */
  pages?: P[]
  faults: Fault[]
  retry: () => void
}

/** How often in a row a list is read from its start because its rows moved while it was read. */
const maxRestarts = 3

/** Whether the row that a page was to begin behind is not in the list any more. */
function movedAway(error: CombinedError): boolean {
  return faultsOf(error).some(({ code, field }) => code === 'INVALID' && field === 'after')
}

/** All pages of a list as one, kept up to date by the cache. */
export function usePages<D, V extends AnyVariables, P extends Page>(options: Options<D, V, P>): Pages<P> {
  const { query, revision, limit, pause = false } = options
  const client = useClient()
  const [pages, setPages] = useState<P[]>()
  const [error, setError] = useState<CombinedError>()
  const [tries, setTries] = useState(0)
  const requestOf = useStable((after: string | undefined) => createRequest(query, options.variables(after)))
  const pageIn = useStable(options.page)
  const { key } = createRequest(query, options.variables(undefined))
  const asked = useRef<{ key: number; revision: unknown; tries: number }>(undefined)
  const restarts = useRef(0)
  useEffect(() => {
    if (pause) return
    // Only what was asked before can be known and old.
    const requestPolicy: RequestPolicy = asked.current?.key === key ? 'network-only' : 'cache-and-network'
    asked.current = { key, revision, tries }
    return followPages<P>({
      limit,
      open: (after, sink) =>
        pipe(
          client.executeQuery(requestOf(after), { requestPolicy }),
          subscribe((result) => {
            if (result.error && after && restarts.current++ < maxRestarts && movedAway(result.error)) return setTries((n) => n + 1)
            if (result.error) return sink.failed(result.error)
            const page = result.data && pageIn(result.data)
            if (page) sink.next(page)
          }),
        ).unsubscribe,
      onPages: (next) => {
        restarts.current = 0
        setPages(next)
        setError(undefined)
      },
      onError: (failure) => setError(failure as CombinedError),
    })
  }, [client, key, revision, limit, pause, tries, requestOf, pageIn])
  const retry = useCallback(() => setTries((n) => n + 1), [])
  return { pages, faults: faultsOf(error), retry }
}

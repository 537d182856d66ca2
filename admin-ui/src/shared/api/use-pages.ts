import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnyVariables, type CombinedError, createRequest, type RequestPolicy, type TypedDocumentNode, useClient } from 'urql'
import { pipe, subscribe } from 'wonka'
import { useStable } from '../lib/use-stable'
import { type Fault, faultsOf } from './fault'
import { followPages, type Page } from './pages'

interface Options<D, V extends AnyVariables, P extends Page> {
  query: TypedDocumentNode<D, V>
  /** Returns the variables for the page after a cursor. */
  variables: (after: string | undefined) => V
  /** Returns the page in a response, or null when its parent does not exist. */
  page: (data: D) => P | null | undefined
  /** When this changes, everything is fetched again. The old rows stay until the response has arrived. */
  revision?: unknown
  limit?: number
  pause?: boolean
}

export interface Pages<P> {
  /** Undefined before the first response. */
  pages?: P[]
  faults: Fault[]
  retry: () => void
}

/** The maximum number of restarts in a row because rows moved while the list was read. */
const maxRestarts = 3

/** Reports whether the row of the cursor is no longer in the list. */
function movedAway(error: CombinedError): boolean {
  return faultsOf(error).some(({ code, field }) => code === 'INVALID' && field === 'after')
}

/** Returns all pages of a list. The cache keeps them up to date. */
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
    // The first request may use the cache; a repeated one must not.
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

export interface Page {
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}

export interface PageSink<P> {
  next(page: P): void
  failed(error: unknown): void
}

/** Opens the page after a cursor, passes on each new state of it, and returns a function that closes it. */
type OpenPage<P> = (after: string | undefined, sink: PageSink<P>) => () => void

export interface PagesOptions<P> {
  open: OpenPage<P>
  /** The maximum number of pages to read. */
  limit?: number
  /** Called with all pages each time one of them has changed. */
  onPages(pages: P[]): void
  onError(error: unknown): void
}

/**
 * Reads a list page by page and follows its changes. When the end cursor of a page changes, the pages after
 * it are read again, and onPages waits for all of them, so that the screen always shows a complete list.
 * Returns a function that stops it.
 */
export function followPages<P extends Page>({ open, limit = Number.POSITIVE_INFINITY, onPages, onError }: PagesOptions<P>): () => void {
  const reads: { over: boolean; close: () => void }[] = []
  const pages: P[] = []

  function closeFrom(from: number) {
    for (const current of reads.splice(from)) {
      current.over = true
      current.close()
    }
    pages.splice(from)
  }

  function replace(index: number, page: P) {
    const cursor = endOf(pages[index])
    pages[index] = page
    const next = index + 1 < limit ? endOf(page) : undefined
    if (next === undefined) closeFrom(index + 1)
    else if (next !== cursor || reads.length === index + 1) read(index + 1, next)
    if (pages.length >= limit || endOf(pages.at(-1)) === undefined) onPages([...pages])
  }

  function read(index: number, after: string | undefined) {
    closeFrom(index)
    const current = { over: false, close: () => {} }
    reads[index] = current
    const close = open(after, {
      next: (page) => current.over || replace(index, page),
      failed: (error) => current.over || onError(error),
    })
    if (current.over) close()
    else current.close = close
  }

  read(0, undefined)
  return () => closeFrom(0)
}

/** Returns the cursor of the next page, or undefined on the last page. */
function endOf(page: Page | undefined): string | undefined {
  return page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined
}

export interface Page {
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}

export interface PageSink<P> {
  next(page: P): void
  failed(error: unknown): void
}

/** Opens the page after a cursor, keeps telling what it holds now, and returns how to close it. */
type OpenPage<P> = (after: string | undefined, sink: PageSink<P>) => () => void

export interface PagesOptions<P> {
  open: OpenPage<P>
  /** How many pages to read at most. */
  limit?: number
  /** All pages together, each time one of them has news. */
  onPages(pages: P[]): void
  onError(error: unknown): void
}

/**
 * Reads a list page by page and stays with it. A page that ends elsewhere than before has the ones
 * behind it read anew, and nothing is told until all are there again: what is on screen is always
 * one whole list. Returns how to stop.
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

/** Where the page behind this one begins; nothing when there is none. */
function endOf(page: Page | undefined): string | undefined {
  return page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined
}

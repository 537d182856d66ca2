import { Button } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { plural } from '../lib/format'
import type { PageSearch } from '../lib/page'
import classes from './pager.module.css'

interface Props {
  page?: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor?: string | null; endCursor?: string | null }
  total?: number
  noun: string
  nouns?: string
  onGo: (place: PageSearch) => void
}

/** The total, with buttons for the previous and the next page. */
export function Pager({ page, total, noun, nouns, onGo }: Props) {
  if (!page || total === undefined) return null
  const some = page.hasNextPage || page.hasPreviousPage
  return (
    <div className={classes.pager}>
      <span>{plural(total, noun, nouns)}</span>
      {some && (
        <nav aria-label="Pages" className={classes.buttons}>
          <Button
            size="xs"
            variant="default"
            leftSection={<ChevronLeft size={14} aria-hidden />}
            disabled={!page.hasPreviousPage}
            onClick={() => onGo({ before: page.startCursor ?? undefined })}
          >
            Previous
          </Button>
          <Button
            size="xs"
            variant="default"
            rightSection={<ChevronRight size={14} aria-hidden />}
            disabled={!page.hasNextPage}
            onClick={() => onGo({ after: page.endCursor ?? undefined })}
          >
            Next
          </Button>
        </nav>
      )}
    </div>
  )
}

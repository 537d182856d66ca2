import { Popover } from '@mantine/core'
import { ChevronDown, Layers } from 'lucide-react'
import { useState } from 'react'
import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { DeliverableList } from './list'
import classes from './chip.module.css'

interface Props {
  conversationId: string
  counts: { items: number; code: number; total: number }
  onOpen: (row: DeliverableFieldsFragment) => void
}

/** The live count of a conversation's deliverables, with the list behind it. */
export function Chip({ conversationId, counts, onOpen }: Props) {
  const [opened, setOpened] = useState(false)
  const open = (row: DeliverableFieldsFragment) => {
    setOpened(false)
    onOpen(row)
  }
  return (
    <Popover opened={opened} onChange={setOpened} width="min(440px, calc(100vw - 24px))" position="bottom-end" trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.chip}
          aria-label={`Artifacts: ${counts.items}, and ${counts.code} of code`}
          onClick={() => setOpened(!opened)}
        >
          <Layers size={15} aria-hidden />
          Artifacts
          <span key={counts.items} className={classes.count} data-testid="chip-count">
            {counts.items}
          </span>
          {counts.code > 0 && <span className={classes.code}>+{counts.code} code</span>}
          <ChevronDown size={14} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} style={{ overflow: 'hidden' }}>
        <DeliverableList conversationId={conversationId} onOpen={open} />
      </Popover.Dropdown>
    </Popover>
  )
}

import { Popover } from '@mantine/core'
import { ChevronDown, Layers } from 'lucide-react'
import { type KeyboardEvent, useCallback, useState } from 'react'
import { DeliverableList } from './list'
import classes from './chip.module.css'

interface Props {
  conversationId: string
  counts: { items: number; code: number; total: number }
  revision: string
  onOpen: (row: { id: string }) => void
}

/** The live count of a conversation's deliverables. It opens the list. */
export function Chip({ conversationId, counts, revision, onOpen }: Props) {
  const [opened, setOpened] = useState(false)
  const open = useCallback(
    (row: { id: string }) => {
      setOpened(false)
      onOpen(row)
    },
    [onOpen],
  )
  // Escape first clears the filter or closes an open list of choices.
  const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && !isChoosing(event.target) && setOpened(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width="min(540px, calc(100vw - 24px))"
      position="bottom-end"
      closeOnEscape={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.chip}
          aria-label={`Artifacts: ${counts.items}, plus ${counts.code} code files`}
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
      <Popover.Dropdown p={0} bg="var(--v-surface)" style={{ overflow: 'hidden' }} onKeyDown={closeOnEscape}>
        <DeliverableList conversationId={conversationId} revision={revision} onOpen={open} />
      </Popover.Dropdown>
    </Popover>
  )
}

function isChoosing(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role=combobox][aria-expanded=true], input[aria-expanded=true]') !== null
}

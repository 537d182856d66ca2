import { Select, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Maximize2, PackageOpen } from 'lucide-react'
import { useState } from 'react'
import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { lang } from '~/shared/lib/language'
import { walkRows } from '~/shared/lib/walk-rows'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { plan, type Section } from '../model/plan'
import { groupings, sorts, withGroup } from '../model/stored-view'
import { FilterField } from './filter-field'
import { FullNote } from './full-note'
import { RowButton } from './row-button'
import { useAutoOpen } from './use-auto-open'
import { type DeliverableList as List, useList } from './use-list'
import { useStoredView } from './use-stored-view'
import classes from './list.module.css'

interface Props {
  conversationId: string
  revision: string
  onOpen: (row: { id: string }) => void
}

/** Every deliverable of a conversation. The server filters, groups and sorts them, so all front ends show the same. */
export function DeliverableList({ conversationId, revision, onOpen }: Props) {
  const [filter, setFilter] = useState('')
  const [view, setView] = useStoredView()
  const { groupBy, sortBy } = view
  const asked = { conversationId, groupBy, sortBy, filter: filter ? { text: filter } : undefined }
  const { list, faults, retry } = useList(asked, revision)
  const sections = list && plan<DeliverableFieldsFragment>(list, filter !== '', view.collapsed[groupBy])
  return (
    <div className={classes.list} ref={walkRows}>
      <div className={classes.bar}>
        <FilterField size="xs" value={filter} onChange={setFilter} />
        <ViewChoice label="Group" choices={groupings} value={groupBy} onChange={(next) => setView({ ...view, groupBy: next })} />
        <ViewChoice label="Sort" choices={sorts} value={sortBy} onChange={(next) => setView({ ...view, sortBy: next })} />
      </div>
      <div className={classes.scroll} data-testid="list">
        <FaultNotice faults={faults} onRetry={retry} />
        {!list && faults.length === 0 && <div className={classes.pad}><Loading lines={5} /></div>}
        {sections?.length === 0 && <Nothing filtering={filter !== ''} />}
        {sections?.map((section) => (
          <SectionView key={section.key} section={section} filter={filter} onOpen={onOpen} onToggle={(open) => setView(withGroup(view, section.key, open))} />
        ))}
      </div>
      {list && <Foot conversationId={conversationId} list={list} />}
    </div>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  choices: { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

function ViewChoice<T extends string>({ label, choices, value, onChange }: ChoiceProps<T>) {
  return (
    <Select
      aria-label={label}
      size="xs"
      data={choices}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      value={value}
      onChange={(next) => next && onChange(next as T)}
    />
  )
}

interface SectionProps extends Pick<Props, 'onOpen'> {
  section: Section<DeliverableFieldsFragment>
  filter: string
  onToggle: (open: boolean) => void
}

function SectionView({ section: { key, label, count, open, rows }, filter, onOpen, onToggle }: SectionProps) {
  return (
    <section className={classes.section} aria-label={label} data-testid="section">
      <button type="button" className={classes.head} aria-expanded={open} disabled={filter !== ''} onClick={() => onToggle(!open)}>
        <ChevronRight size={14} className={classes.arrow} aria-hidden />
        <span className={classes.label}>{label}</span>
        <span className={classes.number}>{count}</span>
      </button>
      {open && (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <li key={`${key} ${row.id}`}>
              <RowButton row={row} filter={filter} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Nothing({ filtering }: { filtering: boolean }) {
  return (
    <Empty icon={PackageOpen} title={filtering ? 'No matches' : 'No artifacts yet'}>
      {filtering ? 'No name, path or helper contains this text.' : 'Files, pages and services of this conversation appear here automatically.'}
    </Empty>
  )
}

function Foot({ conversationId, list }: { conversationId: string; list: List }) {
  const [autoOpen, setAutoOpen] = useAutoOpen()
  return (
    <div className={classes.foot}>
      <FullNote counts={list.counts} />
      <div className={classes.footRow}>
        <span lang={lang} data-testid="count-line">{list.countLine}</span>
        <Link to="/conversations/$id/deliverables" params={{ id: conversationId }} className={classes.window}>
          <Maximize2 size={13} aria-hidden /> Open in a full page
        </Link>
      </div>
      <Switch
        size="xs"
        className={classes.auto}
        label="Open new documents beside the chat"
        checked={autoOpen}
        onChange={(event) => setAutoOpen(event.currentTarget.checked)}
      />
    </div>
  )
}

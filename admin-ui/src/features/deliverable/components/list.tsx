import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { ChevronRight, PackageOpen, Search } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import type { DeliverableFieldsFragment, DeliverableSort } from '~/gql/graphql'
import { faultsOf } from '~/shared/api/fault'
import { plural } from '~/shared/lib/format'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { DeliverablesQuery } from '../api/deliverable'
import { type Section, sectionsOf, shortPath } from '../model/sections'
import { KindIcon } from './kind-icon'
import { Meta } from './meta'
import classes from './list.module.css'

const sorts: { value: DeliverableSort; label: string }[] = [
  { value: 'CHANGED', label: 'Recently changed' },
  { value: 'NAME', label: 'Name' },
  { value: 'EDITS', label: 'Times changed' },
]

interface Props {
  conversationId: string
  onOpen: (row: DeliverableFieldsFragment) => void
}

/** All that a conversation made and received, by kind. The server sorts and filters, so every front end shows the same. */
export function DeliverableList({ conversationId, onOpen }: Props) {
  const [typed, setTyped] = useState('')
  const [sortBy, setSortBy] = useState<DeliverableSort>('CHANGED')
  const [filter] = useDebouncedValue(typed.trim(), 200)
  const variables = { conversationId, sortBy, filter: filter ? { text: filter } : undefined }
  const [{ data, error }, ask] = useQuery({ query: DeliverablesQuery, variables })
  const list = data?.conversation?.deliverables
  return (
    <div className={classes.list}>
      <div className={classes.bar}>
        <TextInput
          aria-label="Filter the artifacts"
          placeholder="Filter"
          maxLength={80}
          size="xs"
          value={typed}
          leftSection={<Search size={13} aria-hidden />}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && typed && (event.stopPropagation(), setTyped(''))}
        />
        <Select
          aria-label="Sort by"
          size="xs"
          data={sorts}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          value={sortBy}
          onChange={(value) => value && setSortBy(value as DeliverableSort)}
        />
      </div>
      <FaultNotice faults={faultsOf(error)} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      {!list && !error && <div className={classes.pad}><Loading lines={5} /></div>}
      {list && <Sections sections={sectionsOf(list.nodes, list.groups, filter !== '')} searching={filter !== ''} onOpen={onOpen} />}
      {list && <CountLine list={list} />}
    </div>
  )
}

interface ListFacts {
  totalCount: number
  nodes: unknown[]
  counts: { items: number; code: number; full: boolean }
}

function CountLine({ list }: { list: ListFacts }) {
  const { items, code, full } = list.counts
  return (
    <p className={classes.count}>
      {plural(items, 'item')}, {code.toLocaleString('en')} of code
      {list.totalCount > list.nodes.length && ` · the first ${list.nodes.length} of ${list.totalCount} that match`}
      {full && ' · full: older code may be missing'}
    </p>
  )
}

function Sections({ sections, searching, onOpen }: { sections: Section[]; searching: boolean; onOpen: Props['onOpen'] }) {
  if (sections.length === 0) {
    return (
      <Empty icon={PackageOpen} title={searching ? 'Nothing matches' : 'Nothing made yet'}>
        {searching ? 'No name, path or helper holds this text.' : 'Files that are uploaded, written or published in this conversation appear here by themselves.'}
      </Empty>
    )
  }
  return sections.map((section) => <SectionView key={section.kind + String(section.folded)} section={section} onOpen={onOpen} />)
}

function SectionView({ section, onOpen }: { section: Section; onOpen: Props['onOpen'] }) {
  return (
    <details className={classes.section} open={!section.folded}>
      <summary className={classes.head}>
        <ChevronRight size={14} className={classes.arrow} aria-hidden />
        {section.label}
        <span className={classes.number}>{section.count}</span>
      </summary>
      <ul className={classes.rows}>
        {section.rows.map((row) => (
          <li key={row.id}>
            <button type="button" className={classes.row} onClick={() => onOpen(row)} title={row.path}>
              <KindIcon kind={row.kind} />
              <span className={classes.words}>
                <span className={classes.name} data-gone={row.state === 'DELETED' || undefined}>{row.name}</span>
                <span className={classes.meta}>
                  <Meta row={row} />
                </span>
                {shortPath(row.path) && <span className={classes.path}>{shortPath(row.path)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

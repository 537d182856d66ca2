import { Link } from '@tanstack/react-router'
import type { CardFieldsFragment, DeliverableFieldsFragment } from '~/gql/graphql'
import { bytes, plural } from '~/shared/lib/format'
import { lang } from '~/shared/lib/language'
import { Copy } from '~/shared/ui/copy'
import { Facts } from '~/shared/ui/facts'
import { RelativeTime } from '~/shared/ui/relative-time'
import { Mono } from '~/shared/ui/mono'
import { externalLink, linkOf } from '../model/link'
import { kindNames } from '../model/kind'
import classes from './about.module.css'

type Row = DeliverableFieldsFragment & { card?: CardFieldsFragment | null }

/** The origin, the receivers and the location of a deliverable. */
export function About({ row }: { row: Row }) {
  const { service, page, via, handedTo, writes, edits } = row
  return (
    <Facts
      facts={[
        ['Kind', kindNames[row.kind]],
        ['Status', row.card?.metaLine && <span key="line" lang={lang}>{row.card.metaLine}</span>],
        ['Path', row.path && <Copied key="path" value={row.path} what="the path" />],
        ['Machine', row.host],
        ['Address', row.url && <Address key="url" row={row} />],
        ['Local address', service && <Copied key="local" value={service.localUrl} what="the local address" />],
        ['Port', service && String(service.port)],
        ['Running since', service && <RelativeTime key="since" at={service.since} />],
        ['Stopped', service?.stoppedAt && <RelativeTime key="stopped" at={service.stoppedAt} />],
        ['Page', page && pageWords(page)],
        ['Published by', page?.publisher],
        ['Made by', via && <From key="via" via={via} />],
        ['Handed to', handedTo.length > 0 ? <Receivers key="to" to={handedTo} /> : null],
        ['Written', writes + edits > 0 ? `${plural(writes, 'write')}, ${plural(edits, 'other change')}` : null],
        ['Size', row.bytes == null ? null : bytes(row.bytes)],
      ]}
    />
  )
}

function pageWords({ title, public: everybody, presented, gone }: NonNullable<Row['page']>): string {
  return [title, everybody ? 'public' : 'private', presented && 'shown here', gone && 'removed'].filter(Boolean).join(', ')
}

function Copied({ value, what }: { value: string; what: string }) {
  return (
    <span className={classes.copied}>
      <Mono>{value}</Mono>
      <Copy value={value} what={what} />
    </span>
  )
}

function Address({ row }: { row: Row }) {
  const link = linkOf(row)
  if (!link) return <span>Not a link: the address must start with http or https.</span>
  return (
    <span className={classes.copied}>
      {link.live ? <a href={link.href} {...externalLink}>{link.href}</a> : <span className={classes.off}>{link.href}</span>}
      <Copy value={link.href} what="the address" />
    </span>
  )
}

function From({ via }: { via: NonNullable<Row['via']> }) {
  const name = via.name || 'another conversation'
  const how = via.kind === 'handover' ? 'handed over' : 'a helper'
  if (!via.conversationId) return <>{name} ({how})</>
  return (
    <>
      <Link to="/conversations/$id" params={{ id: via.conversationId }}>{name}</Link> ({how})
    </>
  )
}

function Receivers({ to }: { to: Row['handedTo'] }) {
  return (
    <>
      {to.map(({ conversationId, name, at }) => (
        <div key={conversationId}>
          <Link to="/conversations/$id" params={{ id: conversationId }}>{name || 'another conversation'}</Link>, <RelativeTime at={at} />
        </div>
      ))}
    </>
  )
}

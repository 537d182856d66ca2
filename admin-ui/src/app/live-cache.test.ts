import { Client, type Exchange, makeResult, type OperationResult } from 'urql'
import { beforeEach, describe, expect, it } from 'vitest'
import { filter, makeSubject, map, merge, mergeMap, pipe, share } from 'wonka'
import { deliverableCache } from '~/features/deliverable/api/cache'
import { DeliverablesQuery } from '~/features/deliverable/api/deliverable'
import type { ConversationEventsSubscription, ConversationQuery as ConversationAnswer, DeliverablesQuery as DeliverablesAnswer, MessagesQuery as MessagesAnswer } from '~/gql/graphql'
import { cacheOf } from '~/shared/api/client'
import { conversationCache } from '~/features/conversation/api/cache'
import { ConversationEvents, ConversationQuery, MessagesQuery } from '~/features/conversation/api/conversation'

const id = 'c1'
const at = '2026-06-01T12:00:00Z'
const counts = (items: number) => ({ __typename: 'DeliverableCounts' as const, items, code: 0, total: items, full: false })
const pageInfo = { __typename: 'PageInfo', hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null }
const row = (rowId: string, edits = 0) => ({
  __typename: 'Deliverable', id: rowId, key: rowId, host: '', path: rowId, name: rowId, kind: 'DOC', by: 'AGENT', writes: 1, edits,
  lastOp: 'WRITE', firstAt: at, lastAt: at, bytes: null, url: null, state: null, via: null, handedTo: [], artifact: null,
  page: null, service: null,
  card: { __typename: 'DeliverableCard', id: `card ${rowId}`, autoOpen: false, kindWord: 'Document', metaLine: `changed ${edits}` },
})
const message = (n: number) => ({
  __typename: 'Message', id: `m${n}`, role: 'USER', text: 'hello', sequence: n, createdAt: at, agent: null, versions: [],
})
const event = (sequence: number, own: object) => ({
  conversationEvents: {
    __typename: 'ConversationEvent', sequence, at, kind: 'DELIVERABLE', removedId: null, resync: null, note: null, counts: null,
    deliverable: null, message: null, version: null, ...own,
  } as unknown as ConversationEventsSubscription['conversationEvents'],
})

/** A client with a fake server, whose events the test sends. */
function setup() {
  const server = { rows: [row('a.md')], counts: counts(1) }
  const asked: string[] = []
  const events = makeSubject<ReturnType<typeof event>>()
  const answers: Record<string, () => object> = {
    Conversation: () => ({
      conversation: {
        __typename: 'Conversation', id, title: 'T', owner: 'o', harness: '', project: null, agent: null, counts: server.counts, createdAt: at,
        updatedAt: at, externalKey: null, host: '', cwd: '', lastSequence: 0,
      },
    }),
    Messages: () => ({
      conversation: { __typename: 'Conversation', id, messages: { __typename: 'MessageConnection', nodes: [message(1)], pageInfo, totalCount: 1 } },
    }),
    Deliverables: () => ({
      conversation: {
        __typename: 'Conversation', id,
        deliverables: { __typename: 'DeliverableConnection', nodes: server.rows, groups: [], recent: [], counts: server.counts, countLine: '', pageInfo, totalCount: server.rows.length },
      },
    }),
  }
  const fake: Exchange = () => (operations$) => {
    const shared$ = pipe(operations$, share)
    const queries$ = pipe(
      shared$,
      filter(({ kind }) => kind === 'query'),
      map((operation): OperationResult => {
        const name = nameOf(operation.query)
        asked.push(name)
        return makeResult(operation, { data: answers[name]?.() })
      }),
    )
    const live$ = pipe(
      shared$,
      filter(({ kind }) => kind === 'subscription'),
      mergeMap((operation) => pipe(events.source, map((data) => makeResult(operation, { data })))),
    )
    return merge([queries$, live$])
  }
  const client = new Client({ url: '/graphql', preferGetMethod: false, exchanges: [cacheOf([conversationCache, deliverableCache]), fake] })
  const seen: { conversation?: ConversationAnswer; messages?: MessagesAnswer; list?: DeliverablesAnswer } = {}
  client.query(ConversationQuery, { id }).subscribe(({ data }) => (seen.conversation = data))
  client.query(MessagesQuery, { id }).subscribe(({ data }) => (seen.messages = data))
  client.query(DeliverablesQuery, { conversationId: id, groupBy: 'KIND', sortBy: 'CHANGED', reverse: false, language: 'EN', head: true }).subscribe(({ data }) => (seen.list = data))
  client.subscription(ConversationEvents, { conversationId: id, after: 0, language: 'EN' }).subscribe(() => {})
  return { server, asked, events, seen }
}

function nameOf(query: { definitions: readonly { kind: string; name?: { value: string } }[] }): string {
  return query.definitions.find(({ kind }) => kind === 'OperationDefinition')?.name?.value ?? ''
}

describe('a live event', () => {
  let set: ReturnType<typeof setup>
  beforeEach(() => {
    set = setup()
  })
  const rows = () => set.seen.list?.conversation?.deliverables.nodes ?? []

  it('updates the count of the chip', async () => {
    set.events.next(event(1, { kind: 'NOTE', counts: counts(2) }))
    await expect.poll(() => set.seen.conversation?.conversation?.counts.items).toBe(2)
  })

  it('patches a known row in place without a new request', async () => {
    const before = set.asked.length
    set.events.next(event(1, { deliverable: row('a.md', 3), counts: counts(1) }))
    await expect.poll(() => rows()[0]?.edits).toBe(3)
    expect(set.asked).toHaveLength(before)
  })

  it('fetches the list again after a removed row', async () => {
    set.server.rows = []
    set.events.next(event(1, { kind: 'REMOVED', removedId: 'a.md', counts: counts(0) }))
    await expect.poll(rows).toEqual([])
  })

  it('adds a message once', async () => {
    set.events.next(event(1, { kind: 'MESSAGE', message: message(2) }))
    set.events.next(event(2, { kind: 'MESSAGE', message: message(2) }))
    await expect.poll(() => set.seen.messages?.conversation?.messages.nodes.map(({ id }) => id)).toEqual(['m1', 'm2'])
  })

  it('fetches everything again after a resync', async () => {
    set.server.counts = counts(9)
    set.events.next(event(0, { kind: 'RESYNC', resync: 40 }))
    await expect.poll(() => set.seen.conversation?.conversation?.counts.items).toBe(9)
  })
})

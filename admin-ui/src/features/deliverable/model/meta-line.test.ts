import { describe, expect, it } from 'vitest'
import { metaLine } from './meta-line'

const now = Date.parse('2026-06-01T12:00:00Z')
const at = '2026-06-01T11:55:00Z'
type Row = Parameters<typeof metaLine>[0]
const row = (own: Partial<Row> = {}): Row => ({
  kind: 'DOC', by: 'AGENT', writes: 1, edits: 0, lastOp: 'WRITE', firstAt: at, lastAt: at, state: null, via: null, handedTo: [], ...own,
})
const when = '5 minutes ago'

describe('metaLine', () => {
  it.each<[string, Partial<Row>, string[]]>([
    ['written', {}, ['Written by the agent', when]],
    ['changed: writes again and edits', { writes: 2, edits: 2 }, ['Changed 3 times', when]],
    ['born by an edit', { writes: 0, edits: 1 }, ['Changed once', when]],
    ['last by the user', { by: 'USER', edits: 1 }, ['Changed once', when, 'last by the user']],
    ['published', { kind: 'PAGE', state: 'PUBLISHED', edits: 4 }, ['Published', when]],
    ['unpublished', { kind: 'PAGE', state: 'UNPUBLISHED' }, ['Unpublished', when]],
    ['a page shows no count', { kind: 'PAGE', edits: 4 }, ['Written by the agent', when]],
    ['attached', { kind: 'UPLOAD', by: 'USER', writes: 0, lastOp: 'UPLOAD' }, ['Attached by the user', when]],
    ['attached, then edited by the agent', { kind: 'UPLOAD', writes: 0, edits: 1 }, ['Changed once', when]],
    ['attached, then saved by the user', { kind: 'UPLOAD', by: 'USER', writes: 0, edits: 1 }, ['Changed once', when, 'last by the user']],
    ['a design', { kind: 'DESIGN', writes: 0, lastOp: 'OPEN' }, ['Written by the agent', when]],
    ['by a subagent', { via: { kind: 'subagent', name: 'Draft', conversationId: null } }, ['Written by the agent', when, 'by subagent Draft']],
    ['handed over', { via: { kind: 'handover', name: 'Desk', conversationId: 'c1' } }, ['Handed over by Desk', 'Written by the agent', when]],
    ['handed on', { handedTo: [{ conversationId: 'c1', name: 'One', at }, { conversationId: 'c2', name: '', at }] }, ['Written by the agent', when, 'handed to One']],
    ['no instant', { lastAt: null }, ['Written by the agent']],
    ['a service that runs', { kind: 'SERVICE', state: 'RUNNING' }, ['Running', `since ${when}`]],
    ['a service that stopped', { kind: 'SERVICE', state: 'STOPPED' }, [`Stopped ${when}`]],
  ])('%s', (_name, own, parts) => {
    expect(metaLine(row(own), now)).toEqual(parts)
  })
})

import { describe, expect, it } from 'vitest'
import type { DeliverableState } from '~/gql/graphql'
import { linkOf } from './link'

const here = 'https://vitrine.example'

describe('linkOf', () => {
  it.each([
    'https://site.example/a', 'http://127.0.0.1:4173/', '/p/pgquarter001', '/proxy/http://127.0.0.1:8100/', 'report.html?x=1#y',
  ])('links to %s', (url) => {
    expect(linkOf({ url, state: null }, here)).toEqual({ href: url, live: true })
  })

  it.each([
    'javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'vbscript:x',
    'file:///etc/passwd', 'blob:https://vitrine.example/1', 'ftp://site.example/', 'http://', '', null,
  ])('returns null for %j', (url) => {
    expect(linkOf({ url, state: null }, here)).toBeNull()
  })

  it.each<[DeliverableState | null, boolean, boolean]>([
    ['RUNNING', false, true],
    ['PUBLISHED', false, true],
    [null, false, true],
    ['STOPPED', false, false],
    ['UNPUBLISHED', false, false],
    ['DELETED', false, false],
    ['PUBLISHED', true, false],
  ])('%s, gone %s: live %s', (state, gone, live) => {
    expect(linkOf({ url: '/p/x', state, page: { gone } }, here)?.live).toBe(live)
  })
})

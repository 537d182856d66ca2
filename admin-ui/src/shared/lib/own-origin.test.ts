import { expect, it } from 'vitest'
import { ownOrigin } from './own-origin'

const here = 'https://vitrine.example'
it.each([
  ['http://127.0.0.1:8080/v1/content/7?until=1', '/v1/content/7?until=1'],
  ['/v1/content/7', '/v1/content/7'],
  ['https://store.example/bucket/7', 'https://store.example/bucket/7'],
])('reads %s as %s', (link, own) => {
  expect(ownOrigin(link, here)).toBe(own)
})

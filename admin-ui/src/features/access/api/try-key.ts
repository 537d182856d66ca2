import { Client, fetchExchange } from 'urql'
import { headersFor } from '~/shared/api/client'
import { type Fault, faultsOf } from '~/shared/api/fault'
import { MeQuery } from './access'

/** Checks a key with the server before it is stored, and returns the faults. */
export async function tryKey(key: string): Promise<Fault[]> {
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    exchanges: [fetchExchange],
    fetchOptions: { headers: headersFor(key) },
  })
  const answer = await client.query(MeQuery, {}).toPromise()
  return faultsOf(answer.error)
}

/** Removes the spaces, quotes and Bearer prefix that come along when a key is pasted. */
export function cleanKey(typed: string): string {
  return typed.trim().replace(/^["']|["']$/g, '').replace(/^Bearer\s+/i, '')
}

import { Client, fetchExchange } from 'urql'
import { headersFor } from '~/shared/api/client'
import { type Fault, faultsOf } from '~/shared/api/fault'
import { MeQuery } from './access'

/** Asks the server who a key speaks for, before it is kept; answers what is wrong with it. */
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

/** Keys are pasted: spaces around them and quotes are nobody's intent. */
export function cleanKey(typed: string): string {
  return typed.trim().replace(/^["']|["']$/g, '').replace(/^Bearer\s+/i, '')
}

import { useQuery } from 'urql'
import { MeQuery } from '../api/access'
import { type May, mayOf } from '../model/may'

/** What the signed-in key may do. */
export function useMay(): May {
  const [{ data }] = useQuery({ query: MeQuery, requestPolicy: 'cache-first' })
  return mayOf(data?.me.role)
}

import { useQuery } from 'urql'
import { MeQuery } from '../api/access'
import { type Permissions, permissionsOf } from '../model/permissions'

/** Returns what the signed-in key may do. */
export function usePermissions(): Permissions {
  const [{ data }] = useQuery({ query: MeQuery, requestPolicy: 'cache-first' })
  return permissionsOf(data?.me.role)
}

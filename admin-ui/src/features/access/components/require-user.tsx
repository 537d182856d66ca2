import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { faultsOf } from '~/shared/api/fault'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { MeQuery } from '../api/access'
import classes from './require-user.module.css'

/** Shows its children once the user is known, so that no action appears and then disappears. */
export function RequireUser({ children }: { children: ReactNode }) {
  const [{ data, error }, refetch] = useQuery({ query: MeQuery, requestPolicy: 'cache-first' })
  if (data) return children
  return (
    <div className={classes.wait}>
      {error ? <FaultNotice faults={faultsOf(error)} onRetry={() => refetch({ requestPolicy: 'network-only' })} /> : <Loading lines={8} />}
    </div>
  )
}

import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { faultsOf } from '~/shared/api/fault'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { MeQuery } from '../api/access'
import classes from './admitted.module.css'

/** Shows a page once it is known who asks, so that nothing is offered and then taken back. */
export function Admitted({ children }: { children: ReactNode }) {
  const [{ data, error }, ask] = useQuery({ query: MeQuery, requestPolicy: 'cache-first' })
  if (data) return children
  return (
    <div className={classes.wait}>
      {error ? <FaultNotice faults={faultsOf(error)} onRetry={() => ask({ requestPolicy: 'network-only' })} /> : <Loading lines={8} />}
    </div>
  )
}

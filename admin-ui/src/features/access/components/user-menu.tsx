import { ActionIcon, Tooltip } from '@mantine/core'
import { LogOut } from 'lucide-react'
import { useQuery } from 'urql'
import { words } from '~/shared/lib/format'
import { signOut } from '~/shared/api/session'
import { SchemeSwitch } from '~/shared/ui/scheme-switch'
import { MeQuery } from '../api/access'
import classes from './user-menu.module.css'

/** The signed-in user, with the button to sign out. */
export function UserMenu() {
  const [{ data }] = useQuery({ query: MeQuery, requestPolicy: 'cache-first' })
  const user = data?.me.user ?? '…'
  return (
    <div className={classes.who}>
      <span className={classes.face} aria-hidden>
        {user.slice(0, 1).toUpperCase()}
      </span>
      <span className={classes.words}>
        <b>{user}</b>
        <span>{data ? words(data.me.role) : ''}</span>
      </span>
      <SchemeSwitch />
      <Tooltip label="Sign out">
        <ActionIcon variant="subtle" color="gray" aria-label="Sign out" onClick={() => signOut()}>
          <LogOut size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

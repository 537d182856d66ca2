import { ActionIcon, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet } from '@tanstack/react-router'
import { Bot, Brain, KeyRound, LayoutDashboard, type LucideIcon, Menu, MessagesSquare, ScrollText, Shapes, SquareTerminal } from 'lucide-react'
import { RequireUser } from '~/features/access/components/require-user'
import { usePermissions } from '~/features/access/components/use-permissions'
import { UserMenu } from '~/features/access/components/user-menu'
import type { Permissions } from '~/features/access/model/permissions'
import { Wordmark } from '~/shared/ui/wordmark'
import classes from './shell.module.css'

interface NavLink {
  to: string
  label: string
  icon: LucideIcon
}
interface Group {
  label?: string
  links: NavLink[]
  when?: (can: Permissions) => boolean
}

const groups: Group[] = [
  {
    links: [
      { to: '/', label: 'Overview', icon: LayoutDashboard },
      { to: '/conversations', label: 'Conversations', icon: MessagesSquare },
      { to: '/graphiql', label: 'API', icon: SquareTerminal },
    ],
  },
  {
    label: 'Registry',
    links: [
      { to: '/types', label: 'Artifact types', icon: Shapes },
      { to: '/models', label: 'Models', icon: Brain },
      { to: '/agents', label: 'Agents', icon: Bot },
    ],
  },
  {
    label: 'Access',
    when: (can) => can.readAccess,
    links: [
      { to: '/keys', label: 'API keys', icon: KeyRound },
      { to: '/audit', label: 'Audit log', icon: ScrollText },
    ],
  },
]

/** The frame of the admin: navigation beside the page, or in a drawer on a phone. */
export function Shell() {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <div className={classes.shell}>
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      <aside className={classes.side}>
        <Side />
      </aside>
      <header className={classes.top}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Open the navigation" onClick={open}>
          <Menu size={20} aria-hidden />
        </ActionIcon>
        <Wordmark size={19} />
      </header>
      <Drawer opened={opened} onClose={close} position="left" size={272} withCloseButton={false} title={null} padding={0} classNames={{ body: classes.drawer }}>
        <Side onGo={close} />
      </Drawer>
      <main id="page" className={classes.page} tabIndex={-1}>
        <RequireUser>
          <Outlet />
        </RequireUser>
      </main>
    </div>
  )
}

function Side({ onGo }: { onGo?: () => void }) {
  const can = usePermissions()
  return (
    <div className={classes.inner}>
      <div className={classes.mark}>
        <Wordmark />
      </div>
      <nav aria-label="Main" className={classes.nav}>
        {groups
          .filter(({ when }) => when?.(can) ?? true)
          .map(({ label, links }) => (
            <div key={label ?? 'top'} className={classes.group}>
              {label && <span className={classes.label}>{label}</span>}
              {links.map(({ to, label, icon: Icon }) => (
                <Link key={to} to={to} className={classes.link} activeOptions={{ exact: to === '/', includeSearch: false }} onClick={onGo}>
                  <Icon size={17} strokeWidth={1.75} aria-hidden />
                  {label}
                </Link>
              ))}
            </div>
          ))}
      </nav>
      <UserMenu />
    </div>
  )
}

import { Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { Copy, Ellipsis, ExternalLink, MessagesSquare, PanelRight, Send } from 'lucide-react'
import { useState } from 'react'
import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { toast } from '~/shared/ui/toast'
import { externalLink, linkOf } from '../model/link'
import classes from './row-menu.module.css'

interface Props {
  row: DeliverableFieldsFragment
  onOpen?: (row: { id: string }) => void
  onHandOver?: (row: DeliverableFieldsFragment) => void
}

/** The menu of a row. It is built on the first click, since a table has hundreds of rows. */
export function RowMenu(props: Props) {
  const [asked, setAsked] = useState(false)
  const label = `Actions for ${props.row.name}`
  if (!asked) return <Dots label={label} onClick={() => setAsked(true)} />
  return (
    <Menu defaultOpened returnFocus position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <Dots label={label} />
      </Menu.Target>
      <Menu.Dropdown>
        <Items {...props} />
      </Menu.Dropdown>
    </Menu>
  )
}

function Dots({ label, className = '', ...rest }: { label: string; className?: string; onClick?: () => void }) {
  return (
    <button type="button" className={`${classes.dots} ${className}`} aria-label={label} aria-haspopup="menu" {...rest}>
      <Ellipsis size={17} aria-hidden />
    </button>
  )
}

function Items({ row, onOpen, onHandOver }: Props) {
  const { copy } = useClipboard()
  const link = linkOf(row)
  const take = (value: string, what: string) => () => {
    copy(value)
    toast(`${what} copied`)
  }
  return (
    <>
      {onOpen && <Menu.Item leftSection={<PanelRight size={15} aria-hidden />} onClick={() => onOpen(row)}>Open beside</Menu.Item>}
      {link?.live && (
        <Menu.Item component="a" href={link.href} {...externalLink} leftSection={<ExternalLink size={15} aria-hidden />}>
          Open in a new tab
        </Menu.Item>
      )}
      {row.path && <Menu.Item leftSection={<Copy size={15} aria-hidden />} onClick={take(row.path, 'Path')}>Copy path</Menu.Item>}
      {link && <Menu.Item leftSection={<Copy size={15} aria-hidden />} onClick={take(link.href, 'Address')}>Copy address</Menu.Item>}
      {row.service && <Menu.Item leftSection={<Copy size={15} aria-hidden />} onClick={take(row.service.localUrl, 'Local address')}>Copy local address</Menu.Item>}
      {row.via?.conversationId && (
        <Menu.Item
          renderRoot={(props) => <Link to="/conversations/$id" params={{ id: row.via?.conversationId ?? '' }} {...props} />}
          leftSection={<MessagesSquare size={15} aria-hidden />}
        >
          Open {row.via.name || 'its conversation'}
        </Menu.Item>
      )}
      {onHandOver && row.kind !== 'SERVICE' && (
        <Menu.Item leftSection={<Send size={15} aria-hidden />} onClick={() => onHandOver(row)}>Hand over …</Menu.Item>
      )}
    </>
  )
}

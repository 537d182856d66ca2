import { Code, FileText, Globe, Image, type LucideIcon, Package, Paperclip, PenTool, Server } from 'lucide-react'
import type { DeliverableKind } from '~/gql/graphql'
import classes from './kind-icon.module.css'

const icons: Record<DeliverableKind, LucideIcon> = {
  DOC: FileText,
  SERVICE: Server,
  PAGE: Globe,
  DESIGN: PenTool,
  MEDIA: Image,
  UPLOAD: Paperclip,
  OTHER: Package,
  CODE: Code,
}

interface Props {
  kind: DeliverableKind
  /** Greyed out: stopped or removed. */
  off?: boolean
  small?: boolean
}

export function KindIcon({ kind, off, small }: Props) {
  const Icon = icons[kind]
  return (
    <span className={classes.icon} data-kind={kind} data-off={off || undefined} data-small={small || undefined}>
      <Icon size={small ? 14 : 16} strokeWidth={1.75} aria-hidden />
    </span>
  )
}

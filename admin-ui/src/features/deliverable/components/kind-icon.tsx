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

export function KindIcon({ kind }: { kind: DeliverableKind }) {
  const Icon = icons[kind]
  return (
    <span className={classes.icon} data-kind={kind}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </span>
  )
}

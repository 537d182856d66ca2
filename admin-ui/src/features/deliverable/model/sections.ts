import type { DeliverableFieldsFragment, DeliverableKind } from '~/gql/graphql'

export interface Section {
  kind: DeliverableKind
  label: string
  count: number
  rows: DeliverableFieldsFragment[]
  /** Shut until asked for: code is only a count at first. */
  folded: boolean
}

export const kindLabels: Record<DeliverableKind, string> = {
  DOC: 'Documents',
  SERVICE: 'Services',
  PAGE: 'Pages',
  DESIGN: 'Designs',
  MEDIA: 'Media',
  UPLOAD: 'Uploads',
  OTHER: 'Other',
  CODE: 'Code',
}

const order = Object.keys(kindLabels) as DeliverableKind[]

/** The server's rows under their kinds; its order inside each kind stays. Code is folded unless rows were searched for. */
export function sectionsOf(
  rows: DeliverableFieldsFragment[],
  groups: { key: string; count: number }[],
  searching: boolean,
): Section[] {
  const counts = new Map(groups.map(({ key, count }) => [key.replace(/^k:/, ''), count]))
  return order
    .map((kind) => {
      const own = rows.filter((row) => row.kind === kind)
      const count = Math.max(counts.get(kind) ?? 0, own.length)
      return { kind, label: kindLabels[kind], count, rows: own, folded: kind === 'CODE' && !searching }
    })
    .filter(({ count }) => count > 0)
}

/** The last two parts of a path, enough to tell two of a name apart; nothing for what lies in Vitrine itself. */
export function shortPath(path: string): string {
  if (path.startsWith('vitrine:')) return ''
  const parts = path.split('/').filter(Boolean)
  return parts.length > 2 ? `…/${parts.slice(-2).join('/')}` : path
}

import type { DeliverableKind } from '~/gql/graphql'

/** The heads of the groups, in the order of the view. */
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

/** What one of them is. */
export const kindNames: Record<DeliverableKind, string> = {
  DOC: 'Document',
  SERVICE: 'Service',
  PAGE: 'Page',
  DESIGN: 'Design',
  MEDIA: 'Media',
  UPLOAD: 'Upload',
  OTHER: 'File',
  CODE: 'Code',
}

export function isKind(word: string): word is DeliverableKind {
  return word in kindLabels
}

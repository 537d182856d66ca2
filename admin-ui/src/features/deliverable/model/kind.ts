import type { DeliverableKind } from '~/gql/graphql'

/** The titles of the groups, in their order. */
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

/** The name of one deliverable of each kind. */
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

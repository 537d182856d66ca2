import type { CachePart } from '~/shared/api/cache'

export const auditCache: CachePart = { keyless: ['AuditEntryConnection', 'AuditEntryEdge'] }

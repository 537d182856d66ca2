import type { CachePart } from '~/shared/api/cache'

export const serverCache: CachePart = { keyless: ['ServerInfo'] }

import type { CachePart } from '~/shared/api/cache'

export const projectCache: CachePart = { keyless: ['ProjectConnection', 'ProjectEdge', 'ProjectPayload'] }

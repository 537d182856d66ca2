import { type CachePart, stales } from '~/shared/api/cache'

export const accessCache: CachePart = {
  keyless: ['Me', 'ApiKeyConnection', 'ApiKeyEdge', 'CreateApiKeyPayload', 'RevokeApiKeyPayload'],
  mutations: { createApiKey: stales('apiKeys', 'auditEntries'), revokeApiKey: stales('auditEntries') },
}

import { type CachePart, invalidates } from '~/shared/api/cache'

export const accessCache: CachePart = {
  keyless: ['Me', 'ApiKeyConnection', 'ApiKeyEdge', 'CreateApiKeyPayload', 'RevokeApiKeyPayload'],
  mutations: { createApiKey: invalidates('apiKeys', 'auditEntries'), revokeApiKey: invalidates('auditEntries') },
}

import { type CachePart, invalidates } from '~/shared/api/cache'

export const modelCache: CachePart = {
  keyless: ['ModelConnection', 'ModelEdge', 'ModelPayload'],
  mutations: {
    createModel: invalidates('models', 'auditEntries'),
    updateModel: invalidates('models', 'auditEntries'),
    deleteModel: invalidates('models', 'auditEntries'),
  },
}

import { type CachePart, stales } from '~/shared/api/cache'

export const modelCache: CachePart = {
  keyless: ['ModelConnection', 'ModelEdge', 'ModelPayload'],
  mutations: {
    createModel: stales('models', 'auditEntries'),
    updateModel: stales('models', 'auditEntries'),
    deleteModel: stales('models', 'auditEntries'),
  },
}

import { type CachePart, invalidates } from '~/shared/api/cache'

// Whether an agent accepts unregistered files also changes what the registry answers for it.
const agents = invalidates('agents', 'resolveArtifactType', 'auditEntries')

export const agentCache: CachePart = {
  keyless: ['AgentConnection', 'AgentEdge', 'AgentPayload'],
  mutations: { createAgent: agents, updateAgent: agents, deleteAgent: agents },
}

import { type CachePart, invalidates } from '~/shared/api/cache'

// Accepting unregistered files also changes which type the registry chooses for the agent.
const agents = invalidates('agents', 'resolveArtifactType', 'auditEntries')

export const agentCache: CachePart = {
  keyless: ['AgentConnection', 'AgentEdge', 'AgentPayload'],
  mutations: { createAgent: agents, updateAgent: agents, deleteAgent: agents },
}

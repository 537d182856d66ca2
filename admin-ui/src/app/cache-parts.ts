import { accessCache } from '~/features/access/api/cache'
import { agentCache } from '~/features/agent/api/cache'
import { artifactCache } from '~/features/artifact/api/cache'
import { artifactTypeCache } from '~/features/artifact-type/api/cache'
import { auditCache } from '~/features/audit/api/cache'
import { conversationCache } from '~/features/conversation/api/cache'
import { deliverableCache } from '~/features/deliverable/api/cache'
import { modelCache } from '~/features/model/api/cache'
import { projectCache } from '~/features/project/api/cache'
import { serverCache } from '~/features/server/api/cache'

/** The cache settings of all features. */
export const cacheParts = [
  accessCache, agentCache, artifactCache, artifactTypeCache, auditCache, conversationCache,
  deliverableCache, modelCache, projectCache, serverCache,
]

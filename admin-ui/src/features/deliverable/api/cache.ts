import type { CachePart } from '~/shared/api/cache'

export const deliverableCache: CachePart = {
  keyless: [
    'DeliverableConnection', 'DeliverableEdge', 'DeliverableGroup', 'DeliverableCounts', 'DeliverableChange',
    'DeliverableChangeConnection', 'DeliverableChangeEdge', 'ChangeReceipt', 'DeliverableVia',
    'DeliverableReceiver', 'ObservePayload', 'TouchDeliverablePayload', 'PathOwner', 'DeliverablePage',
    'DeliverableService', 'HandOverPayload', 'RefusedItem',
  ],
}

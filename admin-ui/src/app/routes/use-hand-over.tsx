import { useState } from 'react'
import { useQuery } from 'urql'
import type { DeliverableFieldsFragment } from '~/gql/graphql'
import { ConversationsQuery } from '~/features/conversation/api/conversation'
import { nameOf } from '~/features/conversation/model/name'
import { HandOver } from '~/features/deliverable/components/hand-over'

/** Returns the hand-over dialog of a conversation and the function that opens it. */
export function useHandOver(conversationId: string, allowed: boolean) {
  const [row, setRow] = useState<DeliverableFieldsFragment | null>(null)
  const [text, setText] = useState('')
  const variables = { filter: text ? { text } : undefined, orderBy: { field: 'UPDATED_AT', direction: 'DESC' }, first: 20 } as const
  const [{ data }] = useQuery({ query: ConversationsQuery, variables, pause: row === null })
  const choices = (data?.conversations.nodes ?? []).filter(({ id }) => id !== conversationId).map((other) => ({ id: other.id, name: nameOf(other) }))
  return {
    handOver: allowed ? setRow : undefined,
    dialog: <HandOver row={row} from={conversationId} choices={choices} onSearch={setText} onClose={() => setRow(null)} />,
  }
}

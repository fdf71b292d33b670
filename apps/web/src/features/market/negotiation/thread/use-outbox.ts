import type { Attachment } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { refreshMessages } from '../refresh-negotiation.ts'
import type { Outgoing } from './thread-entries.ts'
import { showSent } from './thread-query.ts'

export type Outbox = {
  of: (conversationId: string) => Outgoing[]
  send: (conversationId: string, body: string, attachments: Attachment[]) => void
  retry: (outgoing: Outgoing) => void
  discard: (key: string) => void
}

/**
 * Returns the outgoing messages: shown at once, sent one after the other, kept with their text
 * after a failure.
 */
export function useOutbox(): Outbox {
  const queries = useQueryClient()
  const [outbox, setOutbox] = useState<Outgoing[]>([])

  const mark = (key: string | undefined, problem: string | null) =>
    setOutbox((all) => all.map((one) => (one.key === key ? { ...one, problem } : one)))
  const discard = (key: string | undefined) =>
    setOutbox((all) => all.filter((one) => one.key !== key))

  const send = useMutation({
    ...orpc.negotiation.send.mutationOptions(),
    scope: { id: 'negotiation.send' },
    onSuccess: async (message, { conversationId, key }) => {
      await showSent(queries, conversationId, message)
      discard(key)
      refreshMessages(queries, conversationId)
    },
    onError: (error, { key }) => mark(key, toProblem(error).message),
  })
  const dispatch = ({ key, conversationId, body, attachments }: Outgoing) =>
    send.mutate({ conversationId, key, body, attachmentIds: attachments.map(({ id }) => id) })

  return {
    of: (conversationId) => outbox.filter((one) => one.conversationId === conversationId),
    send: (conversationId, body, attachments) => {
      const outgoing: Outgoing = {
        key: crypto.randomUUID(),
        conversationId,
        body,
        attachments,
        createdAt: new Date(),
        problem: null,
      }
      setOutbox((all) => [...all, outgoing])
      dispatch(outgoing)
    },
    retry: (outgoing) => {
      mark(outgoing.key, null)
      dispatch(outgoing)
    },
    discard,
  }
}

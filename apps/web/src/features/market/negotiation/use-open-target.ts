import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import type { MessagesTarget } from '@/lib/pages/messages-context.ts'
import { signInAndReturn } from '@/lib/session/require-sign-in.tsx'
import type { Address } from './use-messages-url.ts'
import { participantOf } from './use-participant.ts'

export type Deal = Exclude<MessagesTarget, Record<string, never>>

/** Finds or begins the conversation about an offer, a contract or a vendor, and shows it. */
export function useOpenTarget({ show, conversationId }: Address) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isOpening, setIsOpening] = useState(false)
  /** Holds the newest request, which alone is shown: answers may overtake one another. */
  const awaited = useRef<Deal>(null)
  const settle = useCallback((deal: Deal | null) => {
    awaited.current = deal
    setIsOpening(deal !== null)
  }, [])

  // Not before the address says so, or the dialog would close for a moment.
  useEffect(() => {
    if (conversationId) settle(null)
  }, [conversationId, settle])

  const { mutate } = useMutation(
    orpc.negotiation.open.mutationOptions({
      onSuccess: (conversation, asked) => {
        const { get, list, contacts } = orpc.negotiation
        const input = { conversationId: conversation.id, side: asked.side }
        queries.setQueryData(get.queryKey({ input }), conversation)
        for (const queryKey of [list.key(), contacts.key()])
          void queries.invalidateQueries({ queryKey })
        if (awaited.current === asked) show(conversation.id)
      },
      onError: (error, asked) => {
        if (awaited.current !== asked) return
        const { code, message } = toProblem(error)
        settle(null)
        if (code === 'sign_in_required')
          void navigate(signInAndReturn(location.pathname + location.search))
        else notify.error('Messages did not open', message)
      },
    }),
  )
  const openDeal = useCallback(
    (deal: Deal, status: Parameters<typeof participantOf>[0]) => {
      const asked = { ...deal, side: participantOf(status) }
      settle(asked)
      mutate(asked)
    },
    [mutate, settle],
  )
  /** Closed before it was found. */
  const giveUp = useCallback(() => settle(null), [settle])
  return { isOpening, openDeal, giveUp }
}

/** Holds the Messages dialog above every page; its code is loaded at the first opening. */
import type { TermId } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { type Messages, MessagesContext, type MessagesTarget } from '@/lib/messages-context.ts'
import { useAuth } from '@/lib/session.tsx'
import { signInAndReturn } from '@/lib/sign-in-first.tsx'
import { useAddress } from './use-address.ts'
import { seatOf } from './use-seat.ts'

const loadDialog = () => import('./messages-dialog.tsx')
const MessagesDialog = lazy(async () => ({ default: (await loadDialog()).MessagesDialog }))

export function MessagesProvider({ children }: { children: ReactNode }) {
  const { status, user } = useAuth()
  const address = useAddress()
  const [propose, setPropose] = useState<TermId[] | null>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const openTarget = useOpenTarget(address.show)

  const { show } = address
  const { mutate } = openTarget
  const open = useCallback<Messages['open']>(
    (target, options) => {
      void loadDialog()
      setPropose(options?.propose ?? null)
      if (isDeal(target)) mutate({ ...target, side: seatOf(status) })
      else show(null)
    },
    [mutate, show, status],
  )
  const messages = useMemo(() => ({ open }), [open])

  const isOpen = status !== 'loading' && (address.isOpen || openTarget.isPending)
  useEffect(() => {
    if (isOpen) setWasOpened(true)
  }, [isOpen])

  return (
    <MessagesContext value={messages}>
      {children}
      {(isOpen || wasOpened) && (
        <Suspense>
          <MessagesDialog
            // What one member has typed and not sent is never the next one's.
            key={user?.id ?? 'visitor'}
            open={isOpen}
            isOpening={openTarget.isPending}
            conversationId={address.conversationId}
            propose={propose}
            onProposeShown={() => setPropose(null)}
            onSelect={address.show}
            onBack={address.back}
            onClose={address.close}
          />
        </Suspense>
      )}
    </MessagesContext>
  )
}

type Deal = Exclude<MessagesTarget, Record<string, never>>
const isDeal = (target: MessagesTarget): target is Deal => Object.keys(target).length > 0

/** Finds or begins the conversation about an offer, a contract or a vendor, and shows it. */
function useOpenTarget(show: (conversationId: string) => void) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation(
    orpc.negotiation.open.mutationOptions({
      onSuccess: (conversation, { side }) => {
        const { get, list, contacts } = orpc.negotiation
        const input = { conversationId: conversation.id, side }
        queries.setQueryData(get.queryKey({ input }), conversation)
        for (const queryKey of [list.key(), contacts.key()])
          void queries.invalidateQueries({ queryKey })
        show(conversation.id)
      },
      onError: (error) => {
        const { code, message } = toProblem(error)
        if (code === 'sign_in_required')
          void navigate(signInAndReturn(location.pathname + location.search))
        else notify.error('Messages did not open', message)
      },
    }),
  )
}

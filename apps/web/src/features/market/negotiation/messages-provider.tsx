/** Holds the Messages dialog above every page; its code is loaded at the first opening. */
import type { TermId } from '@semblance/contract'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { loadPage } from '@/lib/pages/load-page.ts'
import {
  type Messages,
  MessagesContext,
  type MessagesTarget,
} from '@/lib/pages/messages-context.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { useMessagesUrl } from './use-messages-url.ts'
import { type Deal, useOpenTarget } from './use-open-target.ts'

const loadDialog = () => import('./messages-dialog.tsx')
const MessagesDialog = lazy(async () => ({
  default: (await loadPage(loadDialog)).MessagesDialog,
}))

export function MessagesProvider({ children }: { children: ReactNode }) {
  const { status, user } = useAuth()
  const address = useMessagesUrl()
  const [propose, setPropose] = useState<TermId[] | null>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const { isOpening, openDeal, giveUp } = useOpenTarget(address)

  const { show, close } = address
  const open = useCallback<Messages['open']>(
    (target, options) => {
      loadDialog().catch(() => {}) // once more when it is shown
      setPropose(options?.propose ?? null)
      if (isDeal(target)) openDeal(target, status)
      else show(null)
    },
    [openDeal, show, status],
  )
  const messages = useMemo(() => ({ open }), [open])

  const isOpen = status !== 'loading' && (address.isOpen || isOpening)
  useEffect(() => {
    if (isOpen) setWasOpened(true)
  }, [isOpen])

  return (
    <MessagesContext value={messages}>
      {children}
      {(isOpen || wasOpened) && (
        <Suspense>
          <MessagesDialog
            // Resets the dialog for another user: unsent input is never shown to the next one.
            key={user?.id ?? 'visitor'}
            open={isOpen}
            isOpening={isOpening}
            conversationId={address.conversationId}
            propose={propose}
            onProposeShown={() => setPropose(null)}
            onSelect={show}
            onBack={address.back}
            onClose={isOpening ? giveUp : close}
          />
        </Suspense>
      )}
    </MessagesContext>
  )
}

const isDeal = (target: MessagesTarget): target is Deal => Object.keys(target).length > 0

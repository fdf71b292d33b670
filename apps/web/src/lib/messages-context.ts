/** How any part of a page opens the Messages dialog, which the shell holds. */
import type { TermId } from '@semblance/contract'
import { createContext, useContext } from 'react'

/** What to open it on; nothing: on the list. */
export type MessagesTarget =
  | { offerId: string }
  | { contractId: string }
  | { dprId: string; vendorId: string }
  | Record<string, never>

export type Messages = {
  /** With `propose`, Propose Contract Changes opens at once, on the first of these terms. */
  open: (target: MessagesTarget, options?: { propose?: TermId[] }) => void
}

export const MessagesContext = createContext<Messages>({ open: () => {} })

export const useMessages = () => useContext(MessagesContext)

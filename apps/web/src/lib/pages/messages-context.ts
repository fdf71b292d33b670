/** Opens the Messages dialog from any part of a page; the shell contains it. */
import type { TermId } from '@semblance/contract'
import { createContext, useContext } from 'react'

/** Describes the target of the dialog; without one, it opens on the list. */
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

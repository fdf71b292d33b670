/** How any total opens "How this figure adds up", which the shell holds. */
import type { Figure } from '@semblance/contract'
import { createContext, useContext } from 'react'

export type AddsUpTarget = {
  figure: Figure
  /** The contract, for a figure of one contract. */
  scope?: { contractId: string }
  /** What the total is called where it stands: "Held in escrow". */
  label: string
}

type AddsUp = { open: (target: AddsUpTarget) => void }

export const AddsUpContext = createContext<AddsUp>({ open: () => {} })

export const useAddsUp = () => useContext(AddsUpContext)

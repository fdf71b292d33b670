/** Opens "How this figure adds up" for any total; the shell contains the dialog. */
import type { Figure } from '@semblance/contract'
import { createContext, useContext } from 'react'

export type FigureTarget = {
  figure: Figure
  /** The contract, for a figure of one contract. */
  scope?: { contractId: string }
  /** The total's label on the page: "Held in escrow". */
  label: string
}

type AddsUp = { open: (target: FigureTarget) => void }

export const AddsUpContext = createContext<AddsUp>({ open: () => {} })

export const useFigureBreakdown = () => useContext(AddsUpContext)

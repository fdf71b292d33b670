import { z } from 'zod'
import { cents } from '../core/money.ts'
import { pageInput } from '../core/paging.ts'

/** Lists the figures: of one contract, for its parties; of a client and of a vendor, over all contracts. */
export const figures = [
  'contract.paid',
  'contract.pending',
  'contract.held',
  'contract.released',
  'contract.refunded',
  'client.spent',
  'client.held',
  'client.released',
  'earnings.total',
  'earnings.thisMonth',
  'earnings.pending',
  'earnings.processing',
  'earnings.paid',
] as const
export type Figure = (typeof figures)[number]

export const explainInput = pageInput
  .extend({
    figure: z.enum(figures),
    /** The contract, for a figure of one contract. */
    contractId: z.string().max(40).optional(),
  })
  .refine(({ figure, contractId }) => !figure.startsWith('contract.') || contractId, {
    path: ['contractId'],
    error: 'Name the contract',
  })

export const figureLine = z.object({
  id: z.uuid(),
  at: z.date(),
  what: z.string(),
  contractId: z.string().nullable(),
  contractTitle: z.string().nullable(),
  amountCents: cents,
  /** All lines up to and with this one. */
  sumCents: cents,
})
export type FigureLine = z.infer<typeof figureLine>

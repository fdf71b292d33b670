import { z } from 'zod'
import { cents } from '../core/money.ts'

/** Describes a day's bank statement next to the ledger's figures. */
export const bankStatement = z.object({
  id: z.string(),
  provider: z.string(),
  day: z.iso.date(),
  linesCount: z.number().int(),
  /** Lines that the books have, too. */
  matchedCount: z.number().int(),
  /** Incoming less outgoing cents, by the statement and by the ledger. */
  statementCents: cents,
  ledgerCents: cents,
})
export type BankStatement = z.infer<typeof bankStatement>

export const breakKinds = {
  missing_here: 'On the statement alone',
  missing_there: 'In the books alone',
  amount_differs: 'Another amount',
  sum_differs: 'Moved without an instruction',
} as const

/**
 * Describes a difference between statement and ledger; its amount stays in suspense until it is
 * explained.
 */
export const statementBreak = z.object({
  id: z.uuid(),
  provider: z.string(),
  day: z.iso.date(),
  kind: z.enum(Object.keys(breakKinds) as [keyof typeof breakKinds]),
  /** The instruction, by our key or by the bank's reference. */
  reference: z.string().nullable(),
  statementCents: cents,
  ledgerCents: cents,
  /** Above zero where the bank has more. */
  differenceCents: cents,
  state: z.enum(['open', 'resolved']),
  resolution: z.string().nullable(),
  /** True if an adjustment that resolves the difference has been proposed. */
  isProposed: z.boolean(),
})
export type StatementBreak = z.infer<typeof statementBreak>

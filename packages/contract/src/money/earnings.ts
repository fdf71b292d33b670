import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'
import { pageInput, pageOf } from '../core/paging.ts'

/** pending: in escrow; processing: released, and payable or on its way; paid: the bank has paid it out. */
export const earningStatuses = ['pending', 'processing', 'paid'] as const
export type EarningStatus = (typeof earningStatuses)[number]

export const earningStatusLabels: Record<EarningStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  paid: 'Paid',
}

export const earningParts = {
  upfront: 'Upfront share',
  acceptance: 'On acceptance',
  settlement: 'Settlement',
  adjustment: 'Adjustment',
} as const

/** Describes a part of a contract's price for its vendor. Below zero if it was taken back. */
export const earning = z.object({
  id: z.string(),
  /** Null for an adjustment that is about no contract. */
  contractId: z.string().nullable(),
  project: z.string(),
  clientName: z.string(),
  part: z.enum(Object.keys(earningParts) as [keyof typeof earningParts]),
  amountCents: cents,
  /** Holds what the acceptance sent back to the client for the accuracy; null for other parts. */
  backForAccuracyCents: cents.nullable(),
  status: z.enum(earningStatuses),
  /** Holds the time of release or, while pending, of the client's payment. */
  date: z.date(),
  paymentMethod: z.string(),
})
export type Earning = z.infer<typeof earning>

/** Defines a period by days in UTC: from the first, up to but not including the second. */
export const earningsPeriod = z.object({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type EarningsPeriod = z.infer<typeof earningsPeriod>

export const statementKinds = {
  released: 'Released',
  adjusted: 'Adjustment',
  payout: 'Payout sent',
  payout_failed: 'Payout failed',
  payout_returned: 'Payout returned',
} as const

export const statement = z.object({
  /** Payable before and after the month. */
  openingCents: cents,
  closingCents: cents,
  releasedCents: cents,
  /** Sent, less what failed or came back. */
  paidOutCents: cents,
  lines: z.array(
    z.object({
      id: z.string(),
      at: z.date(),
      kind: z.enum(Object.keys(statementKinds) as [keyof typeof statementKinds]),
      contractId: z.string().nullable(),
      project: z.string().nullable(),
      amountCents: cents,
      /** Holds what the acceptance sent back to the client for the accuracy; null for other lines. */
      backForAccuracyCents: cents.nullable(),
      /** Payable after it. */
      balanceCents: cents,
    }),
  ),
})
export type Statement = z.infer<typeof statement>

export const earnings = {
  summary: oc
    .route({
      method: 'GET',
      path: '/earnings/summary',
      summary: 'Totals from the ledger, and released and held by month (vendor)',
    })
    .output(
      z.object({
        /** Released, less what was taken back. */
        totalCents: cents,
        thisMonthCents: cents,
        /** Sums what is in escrow. */
        pendingCents: cents,
        pendingCount: z.number().int(),
        /** Paid out. */
        completedCents: cents,
        completedCount: z.number().int().describe('Contracts accepted'),
        /** When the first money was released; null before. */
        since: z.date().nullable(),
        /** The last twelve months, oldest first; `month` is its first day (UTC). */
        months: z.array(z.object({ month: z.date(), releasedCents: cents, heldCents: cents })),
      }),
    ),
  list: oc
    .route({ method: 'GET', path: '/earnings', summary: 'Transactions, newest first (vendor)' })
    .input(
      pageInput.extend({
        ...earningsPeriod.shape,
        status: z.enum(earningStatuses).optional(),
        search: z.string().trim().max(200).default(''),
      }),
    )
    .output(pageOf(earning)),
  statement: oc
    .route({
      method: 'GET',
      path: '/earnings/statements/{month}',
      summary: "A month's releases and payouts, with the balance after each (vendor)",
    })
    .input(z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month: 2026-11') }))
    .output(statement),
}

import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from './money.ts'
import { pageInput, pageOf } from './paging.ts'

export const earningStatuses = ['pending', 'processing', 'paid'] as const

/** One contract's money as its vendor sees it: held (pending), released (processing) or paid out. */
export const earning = z.object({
  id: z.string(),
  contractId: z.string(),
  project: z.string(),
  clientName: z.string(),
  amountCents: cents,
  status: z.enum(earningStatuses),
  date: z.date(),
  paymentMethod: z.string(),
})
export type Earning = z.infer<typeof earning>

export const earnings = {
  summary: oc
    .route({
      method: 'GET',
      path: '/earnings/summary',
      summary: 'Totals from the ledger, and released and held by month (vendor)',
    })
    .output(
      z.object({
        totalCents: cents,
        thisMonthCents: cents,
        pendingCents: cents,
        completedCount: z.number().int(),
        /** The last twelve months, oldest first; `month` is its first day (UTC). */
        months: z.array(z.object({ month: z.date(), releasedCents: cents, heldCents: cents })),
      }),
    ),
  list: oc
    .route({ method: 'GET', path: '/earnings', summary: 'Transactions, newest first (vendor)' })
    .input(pageInput)
    .output(pageOf(earning)),
}

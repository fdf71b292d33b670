import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'
import { pageInput, pageOf } from '../core/paging.ts'

export const payoutStates = ['submitted', 'paid', 'failed', 'needs_attention', 'returned'] as const
export type PayoutState = (typeof payoutStates)[number]

export const payoutCan = {
  /** Staff have it tried once more. */
  retry: (state: PayoutState) => state === 'needs_attention',
}

/** Limits the attempts of a payout; after that it waits for staff or another bank account. */
export const maxPayoutAttempts = 3

/** Maps ACH return codes of refused payouts to sentences that explain the next step. */
const refusals: Record<string, string> = {
  R02: 'Your bank says that the account is closed. Enter another account.',
  R03: 'Your bank found no account with this number and name. Check the account number and the account holder.',
  R04: 'The account number is not one your bank can use. Check its digits.',
  R13: 'No bank has this routing number. Check its digits.',
  R16: 'Your bank has frozen the account. Talk to your bank, or enter another account.',
  R20: 'The account does not take transfers. Enter a checking account.',
  R23: 'Your bank has refused the transfer. Talk to your bank, or enter another account.',
}

export const payoutFailureText = (code: string | null): string =>
  (code && refusals[code]) || 'Your bank did not take this payout. Check the account details.'

export const weekdays = { 1: 'Monday', 2: 'Tuesday', 3: 'Wednesday', 4: 'Thursday', 5: 'Friday' }

/**
 * Defines the schedule: a day without banking moves a payout to the next banking day; monthly is on
 * the first of the month.
 */
export const payoutSchedule = z.discriminatedUnion('cadence', [
  z.object({ cadence: z.literal('daily') }),
  z.object({
    cadence: z.literal('weekly'),
    weekday: z
      .number({ error: 'Choose a day' })
      .int()
      .min(1, 'Choose a day from Monday to Friday')
      .max(5, 'Choose a day from Monday to Friday')
      .describe('1 is Monday'),
  }),
  z.object({ cadence: z.literal('monthly') }),
])
export type PayoutSchedule = z.infer<typeof payoutSchedule>

/** Lists the reasons for which a payable amount is not paid out. */
export const payoutObstacles = [
  'no_account',
  'account_held',
  'account_refused',
  'account_not_ready',
  'needs_attention',
] as const
export type PayoutObstacle = (typeof payoutObstacles)[number]

export const payoutOverview = z.object({
  /** Released, and not yet on its way. */
  payableCents: cents,
  /** Sums what is with the bank. */
  inTransitCents: cents,
  schedule: payoutSchedule,
  /** Holds the time of the next payout; null while an obstacle exists. */
  nextAt: z.date().nullable(),
  obstacle: z.enum(payoutObstacles).nullable(),
  /** Ends the waiting time of a changed account. */
  holdUntil: z.date().nullable(),
  account: z.object({ bankName: z.string(), last4: z.string() }).nullable(),
})
export type PayoutOverview = z.infer<typeof payoutOverview>

export const payout = z.object({
  id: z.uuid(),
  amountCents: cents,
  state: z.enum(payoutStates),
  attempt: z.number().int(),
  /** Explains in words why the bank refused or returned it. */
  failure: z.string().nullable(),
  bankName: z.string(),
  accountLast4: z.string(),
  createdAt: z.date(),
  paidAt: z.date().nullable(),
  /** Holds the time of the next attempt; null unless it failed. */
  retryAt: z.date().nullable(),
  /** The releases it is for. */
  items: z.array(
    z.object({ contractId: z.string().nullable(), project: z.string(), amountCents: cents }),
  ),
})
export type Payout = z.infer<typeof payout>

export const payoutForStaff = payout
  .omit({ items: true })
  .extend({ vendor: z.uuid(), vendorName: z.string(), failureCode: z.string().nullable() })
export type PayoutForStaff = z.infer<typeof payoutForStaff>

export const payouts = {
  overview: oc
    .route({
      method: 'GET',
      path: '/payouts/overview',
      summary: 'What is payable, when it is paid and where to (vendor)',
    })
    .output(payoutOverview),
  list: oc
    .route({ method: 'GET', path: '/payouts', summary: 'Payouts, newest first (vendor)' })
    .input(pageInput)
    .output(pageOf(payout)),
  setSchedule: oc
    .route({
      method: 'PUT',
      path: '/payouts/schedule',
      summary: 'Choose the days on which payouts leave (vendor, finance, administrator)',
    })
    .input(payoutSchedule)
    .output(payoutSchedule),
  listAttention: oc
    .route({
      method: 'GET',
      path: '/admin/payouts',
      summary: 'Payouts that need attention, newest first (staff)',
    })
    .input(pageInput)
    .output(pageOf(payoutForStaff)),
  retry: oc
    .route({
      method: 'POST',
      path: '/admin/payouts/{payoutId}/retry',
      summary: 'Try a payout once more (staff)',
    })
    .input(z.object({ payoutId: z.uuid() }))
    .output(payoutForStaff),
}

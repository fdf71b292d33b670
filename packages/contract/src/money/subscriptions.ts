/** The plan that an organization is on: what it costs, what it includes, and how it is paid for. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { requiredText } from '../core/text.ts'
import { accountTypes, bankingForm } from './bank-details.ts'
import { moneyStatuses } from './payments.ts'

export const usageKinds = ['dprs', 'activeContracts', 'storageBytes'] as const
export type UsageKind = (typeof usageKinds)[number]

/** Lists the plans, with prices per month. Limits are shown next to real use and not enforced. */
export const plans = {
  professional: {
    name: 'Professional',
    priceCents: 2900n,
    limits: { dprs: 100, activeContracts: 50, storageBytes: 10 * 1024 ** 3 },
  },
} as const satisfies Record<
  string,
  { name: string; priceCents: bigint; limits: Record<UsageKind, number> }
>
export type Plan = keyof typeof plans

/** `ending`: the running period is the last that is paid for. */
export const subscriptionStates = ['active', 'ending', 'ended'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** `failed`: no money came; `returned`: it came, and the bank took it back. */
export const chargeStates = ['submitted', 'paid', 'failed', 'returned'] as const
export type ChargeState = (typeof chargeStates)[number]

/** Defines the subscription states that allow each action. */
export const subscriptionCan = {
  cancel: (state: SubscriptionState) => state === 'active',
  resume: (state: SubscriptionState) => state !== 'active',
}

/** Defines the charge states that allow each action. */
export const chargeCan = {
  retry: (state: ChargeState) => state === 'failed' || state === 'returned',
}

/**
 * Banking days until the next attempt by itself, after the first and the second one. Only where the account was short
 * of money: the ACH network allows two more attempts then, and wants another authorization after any other refusal.
 */
export const chargeRetryBankDays = [3, 5] as const
export const retriedFailureCodes: readonly string[] = ['R01', 'R09']

/** States the duration of a debit. */
export const paymentProcessing = '2-3 business days'

const digits = (label: string) =>
  requiredText(label, 40).transform((text) => text.replace(/[\s-]/g, ''))

/** Parses the US account that a plan is paid from. */
export const methodForm = bankingForm
  .pick({ accountHolderName: true, bankName: true, accountType: true })
  .extend({
    accountNumber: digits('Account number').refine(
      (number) => /^\d{5,17}$/.test(number),
      'Enter the account number, 5 to 17 digits',
    ),
    routingNumber: digits('Routing number').refine(
      (number) => /^\d{9}$/.test(number),
      'Enter the routing number, nine digits',
    ),
  })
export type MethodForm = z.infer<typeof methodForm>

export const debitsAuthorized = z.literal(true, {
  error: 'Authorize the debits to pay from this account',
})

const usage = z.object({ kind: z.enum(usageKinds), used: z.number(), limit: z.number() })
export type Usage = z.infer<typeof usage>

const methodAccount = z.object({
  bankName: z.string(),
  last4: z.string(),
  accountHolderName: z.string(),
  /** Null where the bank knows it and we do not. */
  routingNumber: z.string().nullable(),
  accountType: z.enum(Object.keys(accountTypes) as [keyof typeof accountTypes]).nullable(),
})

export const billingOverview = z.object({
  plan: z.enum(Object.keys(plans) as [Plan]),
  state: z.enum(subscriptionStates),
  periodStart: z.date(),
  periodEnd: z.date(),
  /** Taken when the running period is over, as things stand. */
  nextChargeCents: cents,
  /** Sums the charges that failed or were returned. */
  pastDueCents: cents,
  /** Null while nothing is on file; its account is null for visitors. */
  method: z.object({ authorizedAt: z.date(), account: methodAccount.nullable() }).nullable(),
  /** Holds the account connected at Stripe, which can be chosen; null without Stripe. */
  stripe: z
    .object({ connected: z.object({ bankName: z.string(), last4: z.string() }).nullable() })
    .nullable(),
  usage: z.array(usage),
})
export type BillingOverview = z.infer<typeof billingOverview>

/** Describes a past or current period of the plan with its payment. */
export const charge = z.object({
  id: z.uuid(),
  plan: z.enum(Object.keys(plans) as [Plan]),
  periodStart: z.date(),
  periodEnd: z.date(),
  amountCents: cents,
  state: z.enum(chargeStates),
  status: z.enum(moneyStatuses),
  submittedAt: z.date(),
  /** Holds the expected time of settlement; null once the bank has answered. */
  expectedAt: z.date().nullable(),
  paidAt: z.date().nullable(),
  /** The next step after a refusal or a return. */
  failure: z.string().nullable(),
  /** Holds the time of the automatic retry. */
  retryAt: z.date().nullable(),
  /** Null for visitors. */
  account: z.object({ bankName: z.string(), last4: z.string() }).nullable(),
  /** Names the receipt, a PDF at /api/invoices/{number}.pdf. */
  invoiceNumber: z.string().nullable(),
})
export type Charge = z.infer<typeof charge>

export const billing = {
  get: oc
    .route({
      method: 'GET',
      path: '/billing',
      summary: "The organization's plan, how it is paid for, and what is used of it",
    })
    .output(billingOverview),
  charges: oc
    .route({
      method: 'GET',
      path: '/billing/charges',
      summary: 'What was charged for the plan, newest first',
    })
    .input(pageInput)
    .output(pageOf(charge)),
  saveMethod: oc
    .route({
      method: 'PUT',
      path: '/billing/method',
      summary: 'Pay for the plan from this bank account (finance, administrator)',
    })
    .input(
      z.object({
        /**
         * Gives the account; omitted with Stripe, which has it, so that no number passes through
         * the platform.
         */
        bankAccount: methodForm.optional(),
        isAuthorized: debitsAuthorized,
      }),
    )
    .output(billingOverview),
  removeMethod: oc
    .route({
      method: 'DELETE',
      path: '/billing/method',
      summary: 'Take the bank account off the plan (finance, administrator)',
    })
    .output(billingOverview),
  cancel: oc
    .route({
      method: 'POST',
      path: '/billing/cancel',
      summary: 'End the plan with the running period (finance, administrator)',
    })
    .output(billingOverview),
  resume: oc
    .route({
      method: 'POST',
      path: '/billing/resume',
      summary: 'Go on with a plan that was cancelled (finance, administrator)',
    })
    .output(billingOverview),
  retry: oc
    .route({
      method: 'POST',
      path: '/billing/charges/{chargeId}/retry',
      summary: 'Try a charge again that failed or came back (finance, administrator)',
    })
    .input(z.object({ chargeId: z.uuid() }))
    .output(charge),
}

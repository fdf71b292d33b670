import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { feeRate } from '../core/platform-fee.ts'
import { sides } from '../core/sides.ts'
import { contractStatuses } from '../market/contracts.ts'
import { offerDetails } from '../market/offer-forms.ts'
import { acceptedVersions } from '../people/legal.ts'
import { purchaseReferences } from '../people/spending.ts'

/** Names the states of money that people see; the database's view money_labels maps states to these. */
export const moneyStatuses = ['completed', 'paid', 'held', 'escrow', 'pending', 'failed'] as const
export type MoneyStatus = (typeof moneyStatuses)[number]

export const moneyStatusLabels: Record<MoneyStatus, string> = {
  completed: 'Completed',
  paid: 'Paid',
  held: 'Held',
  escrow: 'Escrow',
  pending: 'Pending',
  failed: 'Failed',
}

export const paymentStates = ['submitted', 'settled', 'failed', 'canceled', 'returned'] as const
export type PaymentState = (typeof paymentStates)[number]

/** Describes one attempt to pay, as the client's organization sees it. */
export const payment = z.object({
  id: z.uuid(),
  kind: z.enum(['funding', 'top_up']),
  state: z.enum(paymentStates),
  /** Price and fee together. */
  amountCents: cents,
  feeCents: cents,
  createdAt: z.date(),
  /** Holds the expected time of settlement; null once the bank has answered. */
  expectedAt: z.date().nullable(),
  /** The next step after a refusal or a return. */
  failure: z.string().nullable(),
  accountHolderName: z.string(),
  bankName: z.string(),
  last4: z.string(),
})
export type Payment = z.infer<typeof payment>

/** Describes the checkout before and during the payment. */
export const checkout = z.object({
  offerId: z.string(),
  contractId: z.string(),
  contractStatus: z.enum(contractStatuses),
  title: z.string(),
  vendorName: z.string(),
  description: z.string(),
  timelineDays: z.number().int(),
  /** Amounts due now: price, fee, and their sum; all zero once everything is paid. */
  amountCents: cents,
  feeCents: cents,
  /** The contract's rate. */
  feeBps: feeRate,
  totalCents: cents,
  /**
   * Reason of the payment: the contract's price, the rest of a raised price, or a payment that the
   * bank took back.
   */
  reason: z.enum(['funding', 'top_up', 'returned']),
  structure: offerDetails.shape.paymentStructure,
  upfrontCents: cents,
  onAcceptanceCents: cents,
  /** The least that the delivery costs, at the minimum accuracy; the price itself if it is fixed. */
  leastPriceCents: cents,
  reviewDays: z.number().int(),
  /** True while the vendor may not sell; then a contract that was never paid cannot be. */
  isVendorSuspended: z.boolean(),
  /** The latest attempt. */
  payment: payment.nullable(),
})
export type Checkout = z.infer<typeof checkout>

/** Limits only lengths: the bank checks the account. */
export const bankAccountForm = z.object({
  accountHolderName: z.string().trim().max(200),
  accountNumber: z.string().trim().max(40),
  routingNumber: z.string().trim().max(40),
  bankName: z.string().trim().max(200),
})

/** Returns true if a US routing number passes its checksum; a hint, not a rule. */
export function isRoutingNumber(text: string): boolean {
  const digits = text.replace(/\s/g, '')
  if (!/^\d{9}$/.test(digits)) return false
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]
  return weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0) % 10 === 0
}

export const trancheStates = [
  'unfunded',
  'pending',
  'held',
  'frozen',
  'released',
  'refunded',
  'split',
] as const

/** Describes a part of the price that is released as one. */
export const tranche = z.object({
  number: z.number().int(),
  title: z.string(),
  amountCents: cents,
  releasedCents: cents,
  refundedCents: cents,
  state: z.enum(trancheStates),
  status: z.enum(moneyStatuses),
  /** Explains in words when it is or was released, or why it is not. */
  condition: z.string(),
  /** Holds the time of release, past or planned; null if unknown. */
  date: z.date().nullable(),
})
export type Tranche = z.infer<typeof tranche>

/**
 * Describes a contract's money as one party sees it; the vendor sees prices without the client's
 * fee.
 */
export const paymentDetails = z.object({
  contractId: z.string(),
  offerId: z.string(),
  title: z.string(),
  side: z.enum(sides),
  clientName: z.string(),
  vendorName: z.string(),
  contractStatus: z.enum(contractStatuses),
  totalCents: cents,
  priceCents: cents,
  /** Null for the vendor. */
  feeCents: cents.nullable(),
  feeBps: feeRate,
  paymentStatus: z.enum(moneyStatuses),
  structure: offerDetails.shape.paymentStructure,
  escrow: z.object({
    pendingCents: cents,
    heldCents: cents,
    frozenCents: cents,
    releasedCents: cents,
    refundedCents: cents,
    /** One sentence each. */
    releaseConditions: z.array(z.string()),
    /** Holds the latest time at which the rest leaves escrow; null if unknown. */
    expectedRelease: z.date().nullable(),
    /** The event that determines `expectedRelease`. */
    expectedBy: z.enum(['review', 'delivery']).nullable(),
  }),
  tranches: z.array(tranche),
  /** The client's latest attempt to pay; null for the vendor. */
  payment: payment.nullable(),
  /**
   * The division of the money if the contract were cancelled now; null if it cannot be cancelled,
   * or not by the caller.
   */
  cancellation: z.object({ refundCents: cents, feeCents: cents, keptCents: cents }).nullable(),
})
export type PaymentDetails = z.infer<typeof paymentDetails>

export const moneyEventKinds = ['funding', 'top_up', 'release', 'refund', 'return'] as const
export const moneyEventLabels: Record<(typeof moneyEventKinds)[number], string> = {
  funding: 'Escrow funding',
  top_up: 'Top-up',
  release: 'Release to vendor',
  refund: 'Refund to client',
  return: 'Taken back by the bank',
}

/** Describes an event in a contract's money. */
export const moneyEvent = z.object({
  id: z.string(),
  kind: z.enum(moneyEventKinds),
  amountCents: cents,
  status: z.enum(moneyStatuses),
  date: z.date(),
  method: z.string(),
  transactionId: z.string(),
  /** The bank's reason for a refusal or a return. */
  failure: z.string().nullable(),
})
export type MoneyEvent = z.infer<typeof moneyEvent>

const byContract = z.object({ contractId: z.string().max(40) })

export const payments = {
  checkout: oc
    .route({
      method: 'GET',
      path: '/offers/{offerId}/checkout',
      summary: 'What is to be paid for an accepted offer, and how its payment stands (client)',
    })
    .input(z.object({ offerId: z.string().max(40) }))
    .output(checkout),
  fund: oc
    .route({
      method: 'POST',
      path: '/offers/{offerId}/fund',
      summary: 'Pay price and fee into escrow, once (client)',
    })
    .input(
      z.object({
        offerId: z.string().max(40),
        /**
         * Gives the account; omitted with Stripe, which has it, so that no number passes through
         * the platform.
         */
        bankAccount: bankAccountForm.optional(),
        /** Terms of Service and Data License. */
        accepted: acceptedVersions.default({}),
        /** The total that the checkout showed; rejected if the price has changed since. */
        totalCents: cents.optional(),
        ...purchaseReferences.partial().shape,
      }),
    )
    .output(z.object({ contractId: z.string(), heldCents: cents, feeCents: cents })),
  get: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/payments',
      summary: "A contract's money, for either party",
    })
    .input(byContract)
    .output(paymentDetails),
  history: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/payments/history',
      summary: "What happened to a contract's money, newest first, for either party",
    })
    .input(byContract.extend(pageInput.shape))
    .output(pageOf(moneyEvent)),
  cancel: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/cancel',
      summary: 'End a contract before its delivery; what escrow still holds goes back (client)',
    })
    .input(byContract)
    /** The fee is null for the vendor. */
    .output(z.object({ refundCents: cents, feeCents: cents.nullable() })),
}

/** Defines the adjustments that staff may post by hand, and their approval by a second person. */

import { z } from 'zod'
import { cents } from '../core/money.ts'
import type { Side } from '../core/sides.ts'
import { requiredText } from '../core/text.ts'

/** Kinds of accounts; `{organization}` is filled in from the adjustment. */
type AdjustmentRule = {
  label: string
  /** When it is the right one. */
  meaning: string
  kind: 'sweep' | 'capital' | 'suspense' | 'adjustment'
  /**
   * Sets the side of the market that the organization must be on; null if it concerns no
   * organization.
   */
  organization: Side | null
  /** Debited and credited account, each leg with the whole amount. */
  legs: readonly (readonly [dr: string, cr: string])[]
}

/**
 * Defines the adjustments that staff may post by hand. None of them touches a contract's escrow.
 */
export const adjustmentRules = {
  fee_sweep: {
    label: 'Fee sweep',
    meaning: 'Moves earned fees from the trust account to the operating account.',
    kind: 'sweep',
    organization: null,
    legs: [['cash_operating', 'cash_trust']],
  },
  fee_return: {
    label: 'Swept fees paid back',
    meaning: 'Fills up the trust account where fees were given back after they had been swept.',
    kind: 'sweep',
    organization: null,
    legs: [['cash_trust', 'cash_operating']],
  },
  capital: {
    label: 'Capital put in',
    meaning: 'The operator pays its own money into the operating account.',
    kind: 'capital',
    organization: null,
    legs: [['cash_operating', 'equity']],
  },
  unexplained_surplus: {
    label: 'Surplus at the bank',
    meaning: 'The bank has more than the ledger; kept in suspense until it is explained.',
    kind: 'suspense',
    organization: null,
    legs: [['cash_trust', 'suspense']],
  },
  unexplained_shortfall: {
    label: 'Shortfall at the bank',
    meaning: 'The bank has less than the ledger; kept in suspense until it is explained.',
    kind: 'suspense',
    organization: null,
    legs: [['suspense', 'cash_trust']],
  },
  bank_fee: {
    label: "Shortfall: the bank's fee",
    meaning: 'Clears suspense: the operator bears the fee and fills up the trust account.',
    kind: 'adjustment',
    organization: null,
    legs: [
      ['provider_fees', 'suspense'],
      ['cash_trust', 'cash_operating'],
    ],
  },
  shortfall_loss: {
    label: 'Shortfall: written off',
    meaning: 'Clears suspense: the operator bears the loss and fills up the trust account.',
    kind: 'adjustment',
    organization: null,
    legs: [
      ['losses', 'suspense'],
      ['cash_trust', 'cash_operating'],
    ],
  },
  vendor_goodwill: {
    label: 'Goodwill to a vendor',
    meaning: 'The operator gives a vendor money of its own, paid out with the next payout.',
    kind: 'adjustment',
    organization: 'vendor',
    legs: [
      ['losses', 'payable'],
      ['cash_trust', 'cash_operating'],
    ],
  },
  claim_paid: {
    label: 'Claim on a client: paid',
    meaning: 'A client has paid the operator what it owed after its bank took a payment back.',
    kind: 'adjustment',
    organization: 'client',
    legs: [['cash_operating', 'receivable_client']],
  },
  claim_lost: {
    label: 'Claim on a client: written off',
    meaning: 'A client will not pay what it owes after its bank took a payment back.',
    kind: 'adjustment',
    organization: 'client',
    legs: [['losses', 'receivable_client']],
  },
} as const satisfies Record<string, AdjustmentRule>
export type AdjustmentForm = keyof typeof adjustmentRules
export const adjustmentForms = Object.keys(adjustmentRules) as [AdjustmentForm, ...AdjustmentForm[]]

/**
 * Returns the kind of difference that an adjustment explains: `shortfall` if the statement has less
 * than the ledger, `surplus` if it has more, null if the adjustment does not touch suspense.
 */
export function explainedBy(form: AdjustmentForm): 'shortfall' | 'surplus' | null {
  const sides = adjustmentRules[form].legs.flat()
  const place = sides.indexOf('suspense')
  if (place < 0) return null
  return place % 2 === 1 ? 'shortfall' : 'surplus'
}

export const adjustmentStates = ['proposed', 'approved', 'rejected', 'withdrawn'] as const
export type AdjustmentState = (typeof adjustmentStates)[number]

type DecidedAdjustment = {
  state: AdjustmentState
  isOwn: boolean
  isReversal: boolean
  isReversed: boolean
}

/** Defines the actions on an adjustment. It takes two people: its proposer may only withdraw it. */
export const adjustmentCan = {
  approve: ({ state, isOwn }: DecidedAdjustment) => state === 'proposed' && !isOwn,
  reject: ({ state, isOwn }: DecidedAdjustment) => state === 'proposed' && !isOwn,
  withdraw: ({ state, isOwn }: DecidedAdjustment) => state === 'proposed' && isOwn,
  reverse: ({ state, isReversal, isReversed }: DecidedAdjustment) =>
    state === 'approved' && !isReversal && !isReversed,
}

export const adjustment = z.object({
  id: z.uuid(),
  form: z.enum(adjustmentForms),
  organizationName: z.string().nullable(),
  amountCents: cents,
  reason: z.string(),
  state: z.enum(adjustmentStates),
  /** The adjustment that this one takes back. */
  reverses: z.uuid().nullable(),
  isReversed: z.boolean(),
  isOwn: z.boolean(),
  proposedBy: z.string(),
  proposedAt: z.date(),
  decidedBy: z.string().nullable(),
  decidedAt: z.date().nullable(),
  decisionNote: z.string().nullable(),
  entryId: z.uuid().nullable(),
})
export type Adjustment = z.infer<typeof adjustment>

export const adjustmentForm = z
  .object({
    form: z.enum(adjustmentForms, { error: 'Choose what to post' }),
    /** The organization's public ID. */
    organizationId: z
      .string()
      .trim()
      .max(40)
      .nullish()
      .transform((id) => id?.toUpperCase() || null),
    amountCents: z
      .bigint({ error: 'Amount is required' })
      .min(1n, 'Amount must be at least $0.01')
      .max(100_000_000_000n, 'Amount is too large'),
    reason: requiredText('Reason', 1000),
    /** The break of the bank's statement that it resolves. */
    breakId: z.uuid().nullish(),
  })
  .refine(({ form, organizationId }) => !adjustmentRules[form].organization || organizationId, {
    path: ['organizationId'],
    error: 'Name the organization',
  })
export type AdjustmentInput = z.infer<typeof adjustmentForm>

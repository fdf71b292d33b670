/** Defines the fields that are read of Stripe's objects. All others are dropped. */
import { z } from 'zod'

/** Our key for the instruction, where the object is one of ours. */
const metadata = z.record(z.string(), z.string())
const cents = z.int()
const seconds = z.int()

export const paymentIntent = z.object({
  id: z.string(),
  amount: cents,
  status: z.string(),
  metadata,
  transfer_group: z.string().nullish(),
  last_payment_error: z
    .object({ code: z.string().nullish(), decline_code: z.string().nullish() })
    .nullish(),
})

export const charge = z.object({ id: z.string(), payment_intent: z.string().nullable() })

export const refund = z.object({
  id: z.string(),
  amount: cents,
  status: z.string().nullable(),
  failure_reason: z.string().nullish(),
  metadata,
})
export type Refund = z.infer<typeof refund>

export const transfer = z.object({
  id: z.string(),
  amount: cents,
  amount_reversed: cents,
  reversed: z.boolean(),
  metadata,
})

export const dispute = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.string(),
  /** Holds the return code of a returned ACH debit, if the bank gave one. */
  network_reason_code: z.string().nullish(),
  payment_intent: z.string().nullable(),
})

export const payout = z.object({
  id: z.string(),
  status: z.string(),
  failure_code: z.string().nullish(),
})

export const account = z.object({
  id: z.string(),
  details_submitted: z.boolean(),
  payouts_enabled: z.boolean(),
  capabilities: z.object({ transfers: z.string().optional() }).nullish(),
})
export type Account = z.infer<typeof account>

export const customer = z.object({ id: z.string() })

export const setupIntent = z.object({
  id: z.string(),
  status: z.string(),
  customer: z.string().nullable(),
  payment_method: z.string().nullable(),
})

export const paymentMethod = z.object({
  id: z.string(),
  us_bank_account: z
    .object({ bank_name: z.string().nullable(), last4: z.string().nullable() })
    .optional(),
})

/** Describes a page of Stripe's that a user is sent to. */
export const hostedPage = z.object({ url: z.string() })

export const reversal = z.object({ id: z.string() })

export const listOf = <T>(item: z.ZodType<T>) =>
  z.object({ data: z.array(item), has_more: z.boolean() })

export const event = z.object({
  id: z.string(),
  type: z.string(),
  created: seconds,
  /** The connected account that it happened to; absent for the platform's own. */
  account: z.string().optional(),
  data: z.object({ object: z.object({ id: z.string() }) }),
})
export type StripeEvent = {
  id: string
  type: string
  created: number
  account?: string
  objectId: string
}

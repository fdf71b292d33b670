import { oc } from '@orpc/contract'
import { z } from 'zod'
import { contractStatuses } from './contracts.ts'
import { cents } from './money.ts'

/** What the checkout shows before money moves. */
export const checkout = z.object({
  offerId: z.string(),
  contractId: z.string(),
  contractStatus: z.enum(contractStatuses),
  title: z.string(),
  vendorName: z.string(),
  description: z.string(),
  timelineDays: z.number().int(),
  amountCents: cents,
  feeCents: cents,
  totalCents: cents,
})
export type Checkout = z.infer<typeof checkout>

/** No rule refuses a value: the bank is the one to say no. */
export const bankAccountForm = z.object({
  accountHolderName: z.string().trim().max(200),
  accountNumber: z.string().trim().max(40),
  routingNumber: z.string().trim().max(40),
  bankName: z.string().trim().max(200),
})

/** Whether a US routing number passes its checksum; a hint, not a rule. */
export function isRoutingNumber(text: string): boolean {
  const digits = text.replace(/\s/g, '')
  if (!/^\d{9}$/.test(digits)) return false
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]
  return weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0) % 10 === 0
}

export const payments = {
  checkout: oc
    .route({
      method: 'GET',
      path: '/offers/{offerId}/checkout',
      summary: 'The amount, fee and total of an accepted offer (client)',
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
        bankAccount: bankAccountForm,
        termsAccepted: z.literal(true, { error: 'Accept the terms' }),
        /** What the checkout showed; refused when the price has changed since. */
        totalCents: cents.optional(),
      }),
    )
    .output(z.object({ contractId: z.string(), heldCents: cents, feeCents: cents })),
}

import { oc } from '@orpc/contract'
import { z } from 'zod'

/** Lists the states of a vendor's Stripe account; only a ready account is paid. */
export const receivingStates = ['none', 'incomplete', 'in_review', 'ready'] as const

/** Names the bank that moves the money, and describes the organization's data at Stripe. */
export const stripeStanding = z.object({
  provider: z.enum(['built_in', 'stripe']),
  /** Null for who sells nothing, or without Stripe. */
  receiving: z.enum(receivingStates).nullable(),
  /** The reason for which the vendor's bank refused Stripe's last payout. */
  payoutFailure: z.string().nullable(),
  /** The account from which a client pays. */
  bankAccount: z.object({ bankName: z.string(), last4: z.string() }).nullable(),
})
export type StripeStanding = z.infer<typeof stripeStanding>

/** A page of Stripe's; the browser goes there and comes back. */
const hostedPage = z.object({ url: z.url() })

export const stripe = {
  standing: oc
    .route({
      method: 'GET',
      path: '/stripe',
      summary: 'Which bank moves the money, and what the organization has given it',
    })
    .output(stripeStanding),
  onboard: oc
    .route({
      method: 'POST',
      path: '/stripe/onboarding',
      summary:
        'Where to give Stripe what it asks of those it pays (vendor, finance, administrator)',
    })
    .output(hostedPage),
  connectBankAccount: oc
    .route({
      method: 'POST',
      path: '/stripe/bank-account',
      summary:
        'Where to connect the bank account to pay from, and to authorize debits (client, finance, administrator)',
    })
    .input(
      z.object({
        returnTo: z
          .string()
          .max(200)
          .regex(/^\/[\w-]+(\/[\w-]+)*$/, 'A path of this site')
          .describe('The path to come back to'),
      }),
    )
    .output(hostedPage),
}

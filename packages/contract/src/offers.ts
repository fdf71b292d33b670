import { oc } from '@orpc/contract'
import { z } from 'zod'
import { amount, cents } from './money.ts'
import { company } from './organizations.ts'
import { pageInput, pageOf } from './paging.ts'
import { requiredText } from './text.ts'

export const offerStatuses = ['pending', 'accepted', 'rejected'] as const
export type OfferStatus = (typeof offerStatuses)[number]

/** Why an offer ended. */
export const offerRejections = ['declined', 'not_selected', 'withdrawn', 'expired'] as const

/** What each action on an offer asks of its status. */
export const offerCan = {
  accept: (status: OfferStatus) => status === 'pending',
  reject: (status: OfferStatus) => status === 'pending',
  pay: (status: OfferStatus) => status === 'accepted',
}

export const offerForm = z.object({
  dprId: z.string().max(40),
  priceCents: amount('Offer amount'),
  timelineDays: z
    .number({ error: 'Enter the number of days' })
    .int('Enter whole days')
    .min(1, 'At least 1 day')
    .max(365, 'At most 365 days'),
  description: requiredText('Description', 5000),
  termsAccepted: z.literal(true, { error: 'Accept the terms' }),
})

const offer = z.object({
  id: z.string(),
  dprId: z.string(),
  dprTitle: z.string(),
  priceCents: cents,
  timelineDays: z.number().int(),
  description: z.string(),
  status: z.enum(offerStatuses),
  rejectedAs: z.enum(offerRejections).nullable(),
  rejectReason: z.string().nullable(),
  createdAt: z.date(),
  contractId: z.string().nullable(),
})

/** An offer as the client who received it sees it. */
export const receivedOffer = offer.extend({
  vendor: company,
  dprBudgetMinCents: cents,
  dprBudgetMaxCents: cents,
  dprTimelineDays: z.number().int(),
  /** Whether the contract that came of it has been paid. */
  funded: z.boolean(),
})
export type ReceivedOffer = z.infer<typeof receivedOffer>

/** An offer as the vendor who sent it sees it. */
export const sentOffer = offer.extend({ clientName: z.string() })
export type SentOffer = z.infer<typeof sentOffer>

const byId = z.object({ offerId: z.string().max(40) })

export const offers = {
  submit: oc
    .route({ method: 'POST', path: '/offers', summary: 'Send an offer on a request (vendor)' })
    .input(offerForm)
    .output(sentOffer),
  listReceived: oc
    .route({
      method: 'GET',
      path: '/offers/received',
      summary: 'Offers received, newest first (client)',
    })
    .input(pageInput.extend({ dprId: z.string().max(40).optional() }))
    .output(pageOf(receivedOffer)),
  listSent: oc
    .route({ method: 'GET', path: '/offers/sent', summary: 'Offers sent, newest first (vendor)' })
    .input(pageInput.extend({ status: z.enum(offerStatuses).optional() }))
    .output(pageOf(sentOffer)),
  accept: oc
    .route({
      method: 'POST',
      path: '/offers/{offerId}/accept',
      summary: 'Accept, which draws up the contract (client)',
    })
    .input(byId)
    .output(z.object({ contractId: z.string() })),
  reject: oc
    .route({
      method: 'POST',
      path: '/offers/{offerId}/reject',
      summary: 'Decline an offer (client)',
    })
    .input(byId.extend({ reason: z.string().trim().max(1000).optional() }))
    .output(z.object({ offerId: z.string() })),
}

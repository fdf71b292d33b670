/** Subscriptions: revisions of a listed twin, each under an order, a contract and an escrow of its own. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../../core/money.ts'
import { pageInput, pageOf } from '../../core/paging.ts'
import { optionId } from '../listings/listing-content.ts'
import {
  revisionChanges,
  subscription,
  subscriptionDetail,
  subscriptionForecast,
  subscriptionRevision,
} from './subscription-shapes.ts'

const byId = z.object({ subscriptionId: z.string().max(40) })
const listed = z.object({ listingId: z.string().max(40), optionId })
const number = z.number().int().min(1).max(1000)
const ordered = z.object({
  subscriptionId: z.string(),
  dprId: z.string(),
  offerId: z.string(),
  /** Null where the caller needs an approval: then the offer waits for its acceptance. */
  contractId: z.string().nullable(),
})

export const subscriptions = {
  forecast: oc
    .route({
      method: 'GET',
      path: '/catalog/{listingId}/subscription/{optionId}',
      summary: 'What a subscription would take of the privacy account of its source (client)',
    })
    .input(listed)
    .output(subscriptionForecast),
  /** Revision and price are those that the caller has seen. */
  start: oc
    .route({
      method: 'POST',
      path: '/catalog/{listingId}/subscribe',
      summary: 'Subscribe on the terms of an option, and order the first revision (client)',
    })
    .input(listed.extend({ revision: z.number().int().min(1), priceCents: cents }))
    .output(ordered),
  list: oc
    .route({
      method: 'GET',
      path: '/subscriptions',
      summary: 'Subscriptions of the own organization, newest first',
    })
    .input(pageInput.extend({ side: z.enum(['client', 'vendor']) }))
    .output(pageOf(subscription)),
  get: oc
    .route({
      method: 'GET',
      path: '/subscriptions/{subscriptionId}',
      summary: 'A subscription with what remains of its promise',
    })
    .input(byId)
    .output(subscriptionDetail),
  revisions: oc
    .route({
      method: 'GET',
      path: '/subscriptions/{subscriptionId}/revisions',
      summary: 'Revisions of a subscription, newest first',
    })
    .input(pageInput.extend(byId.shape))
    .output(pageOf(subscriptionRevision)),
  compare: oc
    .route({
      method: 'GET',
      path: '/subscriptions/{subscriptionId}/changes',
      summary: 'Changes between two revisions; 0 is the twin of the listing',
    })
    .input(byId.extend({ from: z.number().int().min(0).max(1000), to: number }))
    .output(revisionChanges),
  order: oc
    .route({
      method: 'POST',
      path: '/subscriptions/{subscriptionId}/revisions/{number}/order',
      summary: 'Order the revision that is open, to be paid into escrow (client)',
    })
    .input(byId.extend({ number }))
    .output(ordered),
  open: oc
    .route({
      method: 'POST',
      path: '/subscriptions/{subscriptionId}/revisions',
      summary: 'Open the next revision, where the vendor sets the pace (vendor)',
    })
    .input(byId)
    .output(subscriptionDetail),
  pause: oc
    .route({
      method: 'POST',
      path: '/subscriptions/{subscriptionId}/pause',
      summary: 'Pause a subscription: no further revision opens (client)',
    })
    .input(byId)
    .output(subscriptionDetail),
  resume: oc
    .route({
      method: 'POST',
      path: '/subscriptions/{subscriptionId}/resume',
      summary: 'Resume a paused subscription (client)',
    })
    .input(byId)
    .output(subscriptionDetail),
  cancel: oc
    .route({
      method: 'POST',
      path: '/subscriptions/{subscriptionId}/cancel',
      summary: 'End a subscription; what is in escrow is still delivered or refunded',
    })
    .input(byId)
    .output(subscriptionDetail),
}

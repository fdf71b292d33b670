/** What the tables of sample requests may say. */
import { dprForm, MAX_OPEN_DAYS } from '@semblance/contract'
import { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { type CompanyKey, companies } from './companies.ts'
import pastRequests from './past-requests.json' with { type: 'json' }
import requests from './requests.json' with { type: 'json' }
import { vendors } from './vendors.ts'

const keysOf = <K extends string>(of: Record<K, unknown>) => Object.keys(of) as [K, ...K[]]

const sampleOffer = z.object({
  vendor: z.enum(keysOf(vendors)),
  priceDollars: z.int().transform(BigInt),
  timelineDays: z.int(),
  /** What the vendor changed its offer to later on. */
  revised: z.object({ priceDollars: z.int().transform(BigInt), timelineDays: z.int() }).optional(),
  paymentStructure: z.enum(['on_delivery']).optional(),
  /** `called_off`: accepted, and its contract cancelled before it was paid. */
  outcome: z
    .enum(['accepted', 'funded', 'completed', 'called_off', 'declined', 'withdrawn'])
    .optional(),
  reason: z.string().optional(),
  /** Whether the client's bank has refused its first payment. */
  failedPayment: z.boolean().default(false),
  /** How far the vendor of a funded contract is that has delivered nothing yet. */
  work: z.enum(['submitting', 'processing']).optional(),
  /** The original, in sample-data/, that the vendor has delivered, and the accuracy that was agreed for it. */
  delivery: z.object({ file: z.string(), minAccuracyPercent: z.int() }).optional(),
  /** The original of whose twin it shows a preview: one of those that are made first. */
  preview: z.string().optional(),
  /** What the client wrote after completion, and the vendor's answer. */
  review: z
    .object({ rating: z.int(), comment: z.string(), reply: z.string().optional() })
    .optional(),
})

const sampleRequest = z.object({
  client: z.enum(keysOf(companies)),
  category: dprForm.shape.category,
  title: z.string(),
  description: z.string(),
  useCase: z.string(),
  deliveryFormat: dprForm.shape.deliveryFormat,
  budgetDollars: z.tuple([z.int().transform(BigInt), z.int().transform(BigInt)]),
  timelineDays: z.int(),
  closesInDays: z.int().default(MAX_OPEN_DAYS),
  /** Days before the load at which it was posted; offers and decisions follow within the days since. */
  ageDays: z.number(),
  /** Days before the load at which it was over; 0 while it goes on. */
  endedDays: z.number().default(0),
  /** Whether its client has taken it back, or its time ran out. */
  cancelled: z.boolean().default(false),
  expired: z.boolean().default(false),
  offers: z.array(sampleOffer),
})

export type SampleOffer = z.infer<typeof sampleOffer>
export type SampleRequest = z.infer<typeof sampleRequest>

export const oldestFirst: SampleRequest[] = z
  .array(sampleRequest)
  .parse([...requests, ...pastRequests])
  .sort((a, b) => b.ageDays - a.ageDays)

/** The parties of a request, at a share of the time from its posting to its end. */
export type Parties = {
  client: (share: number) => Ctx
  vendor: (key: CompanyKey, share: number) => Ctx
}

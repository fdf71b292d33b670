/** Figures about the market and about the use of what a vendor sells. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { type Category, categories } from '../market/dprs.ts'
import { privacyLevels } from '../market/terms.ts'
import { listingUsage, usageMonth } from './usage.ts'

/** Limits how many closed quarters are shown. */
export const MAX_QUARTERS = 8
/** Limits the columns that are shown of a quarter. */
export const MAX_ASKED_COLUMNS = 12

/** Sets the upper ends of budgets in dollars, by the middle of each; the last band has none. */
export const budgetBands = ['5000', '10000', '15000', '20000', '30000', 'above'] as const
export type BudgetBand = (typeof budgetBands)[number]

const category = z.enum(Object.keys(categories) as [Category, ...Category[]])
/** The first day of a quarter in UTC. */
const quarter = z.iso.date()
const range = z.object({ lowCents: cents, highCents: cents })

/** Describes the cells of a breakdown; `key` is null for all others together. */
const cells = <Key extends z.ZodType<string>>(key: Key) =>
  z.array(z.object({ key: key.nullable(), requests: z.number().int() })).nullable()

/**
 * Describes the requests posted in a quarter. Counts are rounded; null and missing stand for what too
 * few organizations are behind.
 */
export const demandFigures = z.object({
  requests: z.number().int().nullable(),
  /** Means of the lower and the upper half of budgets, rounded outward. */
  budget: range.nullable(),
  byCategory: cells(category),
  byPrivacy: cells(z.enum(privacyLevels)),
  byBudget: cells(z.enum(budgetBands)),
  /** Lists the columns of most requests, by what their names mean. */
  columns: z.array(z.object({ name: z.string(), requests: z.number().int() })),
})
export type DemandFigures = z.infer<typeof demandFigures>

const outcome = z.object({
  /** Offers that were accepted or not, rounded; withdrawn and expired ones are not among them. */
  decided: z.number().int(),
  wonPercent: z.number().int(),
  /** Means of the lower and the upper half of the prices of accepted offers, rounded outward. */
  price: range.nullable(),
})

/** Describes the offers decided in a quarter; null and missing stand for what too few are behind. */
export const offerFigures = z.object({
  all: outcome.nullable(),
  byCategory: z.array(outcome.extend({ key: category.nullable() })).nullable(),
})
export type OfferFigures = z.infer<typeof offerFigures>

const ownOutcome = z.object({
  startsOn: quarter,
  category,
  decided: z.number().int(),
  won: z.number().int(),
  /** The mean price of the accepted ones; null without any. */
  meanPriceCents: cents.nullable(),
})
export type OwnOutcome = z.infer<typeof ownOutcome>

export const insights = {
  demand: oc
    .route({
      method: 'GET',
      path: '/insights/demand',
      summary: 'What requests of closed quarters asked for, newest first (vendor)',
    })
    .output(
      z.object({
        quarters: z.array(demandFigures.extend({ startsOn: quarter })),
        /** Those of the columns above that the vendor holds or declares. */
        held: z.array(z.string()),
      }),
    ),
  offers: oc
    .route({
      method: 'GET',
      path: '/insights/offers',
      summary: "Win rates and prices of closed quarters, the market's and the own (vendor)",
    })
    .output(
      z.object({
        quarters: z.array(offerFigures.extend({ startsOn: quarter })),
        own: z.array(ownOutcome),
      }),
    ),
  usage: oc
    .route({
      method: 'GET',
      path: '/insights/usage',
      summary: 'How often the own listings, offers, samples, previews and files were used (vendor)',
    })
    .output(z.object({ months: z.array(usageMonth) })),
  listings: oc
    .route({
      method: 'GET',
      path: '/insights/listings',
      summary: 'Own listings with their views and purchases, newest first (vendor)',
    })
    .input(pageInput)
    .output(pageOf(listingUsage)),
}

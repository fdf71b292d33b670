/** The open market: search, filters, labels, saved searches, and which requests and vendors fit each other. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { requiredText } from '../core/text.ts'
import { company } from '../people/organizations.ts'
import { type Category, categories, dprSummary } from './dprs.ts'
import { dataFormats, privacyLevels } from './terms.ts'

export const marketCategories = ['all', ...(Object.keys(categories) as Category[])] as const
export type MarketCategory = (typeof marketCategories)[number]
export const marketCategoryLabels: Record<MarketCategory, string> = { all: 'All', ...categories }

export const marketSorts = ['newest', 'budget-high', 'budget-low', 'deadline', 'offers'] as const
export type MarketSort = (typeof marketSorts)[number]
export const marketSortLabels: Record<MarketSort, string> = {
  newest: 'Newest',
  'budget-high': 'Budget, high to low',
  'budget-low': 'Budget, low to high',
  deadline: 'Deadline',
  offers: 'Offers',
}

/**
 * Lists the marks of the budget filter. A range matches a mark if either end rounds to it, as in
 * "$15K".
 */
export const budgetThresholds = ['15K', '25K', '30K'] as const
export type BudgetMark = (typeof budgetThresholds)[number]

/**
 * Bounds budgets in cents, without the upper bound: limits are displayed to a tenth of a thousand.
 */
export const budgetMarkCents: Record<BudgetMark, readonly [bigint, bigint]> = {
  '15K': [1_495_000n, 1_505_000n],
  '25K': [2_495_000n, 2_505_000n],
  '30K': [2_995_000n, 3_005_000n],
}

export const filterIndustries = ['retail', 'healthcare', 'finance'] as const
export type FilterIndustry = (typeof filterIndustries)[number]

/** Bounds the days of each pace, both included. */
export const paceDays = {
  urgent: [1, 5],
  moderate: [6, 10],
  flexible: [11, 365],
} as const
export type Pace = keyof typeof paceDays
export const timelineRanges = Object.keys(paceDays) as [Pace, ...Pace[]]

const search = z.string().trim().max(200, 'This search is too long (200 characters at most)')

/**
 * Defines the filters: choices within a group widen the result, groups narrow it; an empty group
 * does not filter.
 */
export const marketFilters = z.object({
  /** Takes web search syntax: words, "a phrase", or, -without; the last word may be unfinished. */
  search: search.default(''),
  budget: z.array(z.enum(budgetThresholds)).max(budgetThresholds.length).default([]),
  industry: z.array(z.enum(filterIndustries)).max(filterIndustries.length).default([]),
  timeline: z.array(z.enum(timelineRanges)).max(timelineRanges.length).default([]),
})
export type MarketFilters = z.infer<typeof marketFilters>

/** Maps the periods within which a request stops taking offers to their days. */
export const closingPeriods = { week: 7, month: 30 } as const
export type ClosingPeriod = keyof typeof closingPeriods
export const closingPeriodIds = Object.keys(closingPeriods) as [ClosingPeriod, ...ClosingPeriod[]]

/**
 * Lists what a vendor may narrow the market to: requests it is invited to, without offers so far,
 * and of its line of work (categories in which it has completed contracts, and its industry).
 */
export const vendorWishes = ['invited', 'no_offers', 'profile'] as const
export type VendorWish = (typeof vendorWishes)[number]

/** Bounds the steps of the budget filter, in dollars; the last one stands for all above it. */
export const budgetSteps = [
  1_000, 2_000, 5_000, 8_000, 10_000, 12_000, 15_000, 18_000, 20_000, 25_000, 30_000, 40_000,
  50_000, 60_000, 80_000, 100_000,
] as const

const budgetUsd = z.number().int().min(0).max(1_000_000_000)

/** Narrows the marketplace further; each group narrows, choices within one widen, wishes narrow each. */
export const marketNarrowing = z.object({
  /** A budget that reaches into this range, in whole dollars. */
  budgetFromUsd: budgetUsd.optional(),
  budgetToUsd: budgetUsd.optional(),
  closing: z.enum(closingPeriodIds).optional(),
  privacy: z.array(z.enum(privacyLevels)).max(privacyLevels.length).default([]),
  /** The exact name of a column that the data contract asks for. */
  column: z.string().trim().max(200).default(''),
  wishes: z.array(z.enum(vendorWishes)).max(vendorWishes.length).default([]),
})
export type MarketNarrowing = z.infer<typeof marketNarrowing>

/** Caps the counts: of the whole market or by filters, and of a search's results. */
export const MAX_COUNTED = 1000
export const MAX_FOUND = 100
/** Holds a count; `isMore` means more than `count`: "1,000+". */
export const counted = z.object({ count: z.number().int(), isMore: z.boolean() })
export type Counted = z.infer<typeof counted>

const HOUR_MS = 3_600_000

type Labelled = {
  timelineDays: number
  offersCount: number
  budgetMinCents: bigint
  budgetMaxCents: bigint
  createdAt: Date
  closesAt: Date
}

/** Lists the labels in order; a request gets the first one whose rule holds, or none. */
export const marketLabels = {
  urgent: {
    rule: 'Wanted within 5 days, or taking offers for less than 48 hours more.',
    holds: (dpr, now) =>
      dpr.timelineDays <= paceDays.urgent[1] || msBetween(now, dpr.closesAt) < 48 * HOUR_MS,
  },
  competitive: {
    rule: 'More than 10 offers.',
    holds: (dpr) => dpr.offersCount > 10,
  },
  hot: {
    rule: 'At least 3 offers within its first 3 days.',
    holds: (dpr, now) => dpr.offersCount >= 3 && msBetween(dpr.createdAt, now) < 72 * HOUR_MS,
  },
  high_value: {
    rule: 'A budget that reaches $50,000.',
    holds: (dpr) => dpr.budgetMaxCents >= 5_000_000n,
  },
  premium: {
    rule: 'A budget that starts at $30,000 or more.',
    holds: (dpr) => dpr.budgetMinCents >= 3_000_000n,
  },
  new: {
    rule: 'Posted within the last 24 hours.',
    holds: (dpr, now) => msBetween(dpr.createdAt, now) < 24 * HOUR_MS,
  },
} as const satisfies Record<string, { rule: string; holds: (dpr: Labelled, now: Date) => boolean }>
export type MarketLabel = keyof typeof marketLabels
export const marketLabelIds = Object.keys(marketLabels) as [MarketLabel, ...MarketLabel[]]

export const marketLabel = (dpr: Labelled, now: Date): MarketLabel | null =>
  marketLabelIds.find((id) => marketLabels[id].holds(dpr, now)) ?? null

const msBetween = (from: Date, to: Date) => to.getTime() - from.getTime()

export const marketDpr = dprSummary.extend({
  clientName: z.string(),
  description: z.string(),
  deliveryFormat: z.enum(dataFormats),
  privacyLevel: z.enum(privacyLevels),
  /** Holds the first columns that its data contract asks for, and the number of all. */
  columns: z.array(z.string()),
  columnCount: z.number().int(),
  /** Ends the period for offers. */
  closesAt: z.date(),
  label: z.enum(marketLabelIds).nullable(),
  /**
   * True if the caller's organization posted the request, has a live offer on it, or was invited to
   * send one.
   */
  isOwn: z.boolean(),
  offered: z.boolean(),
  invited: z.boolean(),
})
export type MarketDpr = z.infer<typeof marketDpr>

export const marketCounts = z.object({
  category: z.record(z.enum(marketCategories), counted),
  budget: z.record(z.enum(budgetThresholds), counted),
  industry: z.record(z.enum(filterIndustries), counted),
  timeline: z.record(z.enum(timelineRanges), counted),
  closing: z.record(z.enum(closingPeriodIds), counted),
  privacy: z.record(z.enum(privacyLevels), counted),
  /** Null for readers that are no vendor. */
  wishes: z.record(z.enum(vendorWishes), counted).nullable(),
  /** Counts, for each of `budgetSteps`, the budgets among the newest requests that reach into it. */
  budgets: z.array(z.number().int()),
})
export type MarketCounts = z.infer<typeof marketCounts>

/** Limits the saved searches of one user. */
export const MAX_SAVED_SEARCHES = 50

const searchName = requiredText('Name', 100)

export const savedSearchForm = z.object({
  name: searchName,
  search: search.default(''),
  category: z.enum(marketCategories).default('all'),
  sort: z.enum(marketSorts).default('newest'),
  alerts: z.boolean().default(true),
})
export type SavedSearchForm = z.infer<typeof savedSearchForm>

export const savedSearch = savedSearchForm.extend({
  id: z.uuid(),
  createdAt: z.date(),
  /** Holds the time of the last match; null while alerts found none. */
  matchedAt: z.date().nullable(),
})
export type SavedSearch = z.infer<typeof savedSearch>

/**
 * Describes the reasons of a suggestion: short sentences, the strongest first; empty if the only
 * reason is that it is new.
 */
const reasons = z.array(z.string())

export const suggestedDpr = z.object({ dpr: marketDpr, reasons })
export type SuggestedDpr = z.infer<typeof suggestedDpr>

export const suggestedVendor = z.object({ vendor: company, reasons })
export type SuggestedVendor = z.infer<typeof suggestedVendor>

const bySearch = z.object({ id: z.uuid() })

const suggestionLimit = pageInput.shape.limit.removeDefault().default(6)

export const market = {
  browse: oc
    .route({
      method: 'GET',
      path: '/marketplace',
      summary: 'Requests open for offers, searched, filtered and sorted',
    })
    .input(
      pageInput.extend({
        ...marketFilters.shape,
        ...marketNarrowing.shape,
        category: z.enum(marketCategories).default('all'),
        sort: z.enum(marketSorts).default('newest'),
      }),
    )
    .output(
      pageOf(marketDpr).extend({
        /** Counts the results of all pages; null except on the first page. */
        total: counted.nullable(),
      }),
    ),
  counts: oc
    .route({
      method: 'GET',
      path: '/marketplace/counts',
      summary: 'How many open requests each category and each filter finds by itself',
    })
    .output(marketCounts),
  suggestDprs: oc
    .route({
      method: 'GET',
      path: '/marketplace/suggestions',
      summary: 'Open requests that suit the vendor best, each with the reasons',
    })
    .input(pageInput.extend({ ...marketFilters.shape, limit: suggestionLimit }))
    .output(pageOf(suggestedDpr).extend({ total: counted })),
  suggestVendors: oc
    .route({
      method: 'GET',
      path: '/dprs/{dprId}/vendors',
      summary: 'Vendors that suit an own request best, each with the reasons (client)',
    })
    .input(pageInput.extend({ dprId: z.string().max(40), limit: suggestionLimit }))
    .output(pageOf(suggestedVendor)),
  savedSearches: oc
    .route({ method: 'GET', path: '/saved-searches', summary: 'Own saved searches, newest first' })
    .input(pageInput)
    .output(pageOf(savedSearch)),
  saveSearch: oc
    .route({ method: 'POST', path: '/saved-searches', summary: 'Keep a search of the market' })
    .input(savedSearchForm)
    .output(savedSearch),
  changeSearch: oc
    .route({
      method: 'PATCH',
      path: '/saved-searches/{id}',
      summary: 'Rename a saved search, or turn its alerts on or off',
    })
    .input(bySearch.extend({ name: searchName.optional(), alerts: z.boolean().optional() }))
    .output(savedSearch),
  removeSearch: oc
    .route({ method: 'DELETE', path: '/saved-searches/{id}', summary: 'Delete a saved search' })
    .input(bySearch)
    .output(z.void()),
}

import { oc } from '@orpc/contract'
import { z } from 'zod'
import { amount, cents } from '../core/money.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { optionalText, requiredText } from '../core/text.ts'
import { dataContract } from './data-contracts.ts'
import { draftProcedures } from './dpr-drafts.ts'
import { invitationProcedures } from './dpr-invitations.ts'
import { questionProcedures } from './dpr-questions.ts'
import { defaultLicense, licenseTerms } from './licensing/license-terms.ts'
import { moreRowsTerm } from './rules/more-rows.ts'
import {
  dataFormatLabels,
  dataFormats,
  privacyLevels,
  sampleRecords,
  statedMinAccuracy,
  timelineDays,
} from './terms.ts'

export const categories = {
  retail: 'Retail',
  healthcare: 'Healthcare',
  finance: 'Finance',
  technology: 'Technology',
  iot: 'IoT',
} as const
export type Category = keyof typeof categories
const category = z.enum(Object.keys(categories) as [Category, ...Category[]], {
  error: 'Choose a category',
})

export const deliveryFormats = dataFormatLabels

export const dprStatuses = [
  'awaiting_offers',
  'open',
  'accepted',
  'ready_for_download',
  'completed',
  'cancelled',
  'expired',
] as const
export type DprStatus = (typeof dprStatuses)[number]

export const dprTabs = ['active', 'fulfilled', 'pending', 'closed'] as const
export type DprTab = (typeof dprTabs)[number]

/** Maps each tab of the client's table to its statuses. */
export const dprTabStatuses: Record<DprTab, readonly DprStatus[]> = {
  active: ['open', 'accepted'],
  fulfilled: ['ready_for_download', 'completed'],
  pending: ['awaiting_offers'],
  closed: ['cancelled', 'expired'],
}

export const dprSorts = [
  'newest',
  'oldest',
  'offers',
  'budget-high',
  'budget-low',
  'deadline',
] as const
export type DprSort = (typeof dprSorts)[number]
export const dprSortLabels: Record<DprSort, string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  offers: 'Most offers',
  'budget-high': 'Budget, high to low',
  'budget-low': 'Budget, low to high',
  deadline: 'Closing date',
}

const acceptsOffers = (status: DprStatus) => status === 'awaiting_offers' || status === 'open'

/** Defines the request statuses, and if needed the accepted offer, that allow each action. */
export const dprCan = {
  takeOffers: acceptsOffers,
  download: (status: DprStatus) => status === 'ready_for_download' || status === 'completed',
  ask: acceptsOffers,
  invite: acceptsOffers,
  extend: acceptsOffers,
  cancel: (dpr: { status: DprStatus; isAgreed: boolean }) =>
    acceptsOffers(dpr.status) && !dpr.isAgreed,
}

/** Returns the competition by the number of offers: above 10 High, above 5 Medium, else Low. */
export function competition(offersCount: number): 'High' | 'Medium' | 'Low' {
  return offersCount > 10 ? 'High' : offersCount > 5 ? 'Medium' : 'Low'
}

/**
 * Limits the lines of a list that the client writes: specifications, technical requirements,
 * deliverables.
 */
export const MAX_LINES = 30
export const MAX_LINE_LENGTH = 300
const lines = z
  .array(requiredText('A line', MAX_LINE_LENGTH))
  .max(MAX_LINES, `At most ${MAX_LINES} lines`)
  .default([])

/** Sets the days for which a request accepts offers: the default and the maximum. */
export const OPEN_DAYS = 30
export const MAX_OPEN_DAYS = 90
const closesInDays = z
  .number({ error: 'Enter the number of days' })
  .int('Enter whole days')
  .min(1, 'At least 1 day')
  .max(MAX_OPEN_DAYS, `At most ${MAX_OPEN_DAYS} days`)

/**
 * Sets the days in which a client may review a delivery before it counts as accepted: the default
 * and the maximum.
 */
export const REVIEW_DAYS = 14
export const MAX_REVIEW_DAYS = 30
const reviewDays = z
  .number({ error: 'Enter the number of days' })
  .int('Enter whole days')
  .min(1, 'At least 1 day')
  .max(MAX_REVIEW_DAYS, `At most ${MAX_REVIEW_DAYS} days`)

const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null)

export const dprForm = z
  .object({
    title: requiredText('Data type', 200),
    category,
    description: requiredText('Description', 5000),
    useCase: requiredText('Use case', 2000),
    complianceRequirements: requiredText('Compliance requirements', 2000),
    deliveryFormat: z.enum(dataFormats, { error: 'Choose a delivery format' }),
    contacts: requiredText('Contacts', 500),
    notes: z.string().trim().max(5000, 'Notes are too long (5000 characters at most)').optional(),
    budgetMinCents: amount('Lowest budget'),
    budgetMaxCents: amount('Highest budget'),
    timelineDays,
    specifications: lines,
    technicalRequirements: lines,
    deliverables: lines,
    minRecords: orNull(
      z
        .number({ error: 'Enter a number of records' })
        .int('Enter whole records')
        .min(1, 'At least 1 record')
        .max(1_000_000_000, 'At most 1,000,000,000 records'),
    ),
    minAccuracyPercent: statedMinAccuracy,
    sampleRecords: orNull(sampleRecords),
    privacyLevel: z.enum(privacyLevels, { error: 'Choose a privacy level' }).default('standard'),
    /** The rows that the client wants to draw after the delivery; null: none. */
    moreRows: orNull(moreRowsTerm),
    /** The rights that the client asks for. */
    license: licenseTerms.default(defaultLicense),
    vendorMinRating: orNull(
      z
        .number({ error: 'Choose a rating' })
        .min(1, 'At least 1 star')
        .max(5, 'At most 5 stars')
        .multipleOf(0.5, 'Choose half stars'),
    ),
    vendorMinCompleted: orNull(
      z
        .number({ error: 'Enter a number of contracts' })
        .int('Enter whole contracts')
        .min(1, 'At least 1 contract')
        .max(10_000, 'At most 10,000 contracts'),
    ),
    vendorPreferences: optionalText(2000),
    /** Requirements that the columns of a delivery are checked against. */
    dataContract: orNull(dataContract),
    /** Sets the days, from today, in which it takes offers. */
    closesInDays: closesInDays.default(OPEN_DAYS),
    reviewDays: reviewDays.default(REVIEW_DAYS),
  })
  .refine((form) => form.budgetMaxCents >= form.budgetMinCents, {
    path: ['budgetMaxCents'],
    message: 'The upper end of the budget is below the lower end',
  })
export type DprForm = z.infer<typeof dprForm>

export const dprSummary = z.object({
  id: z.string(),
  title: z.string(),
  category,
  status: z.enum(dprStatuses),
  budgetMinCents: cents,
  budgetMaxCents: cents,
  timelineDays: z.number().int(),
  offersCount: z.number().int(),
  createdAt: z.date(),
})
export type DprSummary = z.infer<typeof dprSummary>

/** Describes a request in its client's own list. */
export const ownDpr = dprSummary.extend({
  /** Ends the period for offers. `closedAt` is the time of cancellation or expiry. */
  closesAt: z.date(),
  closedAt: z.date().nullable(),
  /** True if an offer on the request has been accepted. */
  isAgreed: z.boolean(),
})
export type OwnDpr = z.infer<typeof ownDpr>

export const dprDetail = ownDpr.extend({
  clientName: z.string(),
  /** Null when the client's account is closed. */
  clientSlug: z.string().nullable(),
  description: z.string(),
  deliveryFormat: z.enum(dataFormats),
  /** True if the caller's organization has a live offer on the request. */
  offered: z.boolean(),
  useCase: z.string(),
  complianceRequirements: z.string(),
  specifications: z.array(z.string()),
  technicalRequirements: z.array(z.string()),
  deliverables: z.array(z.string()),
  minRecords: z.number().int().nullable(),
  minAccuracyPercent: z.number().int().nullable(),
  sampleRecords: z.number().int().nullable(),
  privacyLevel: z.enum(privacyLevels),
  moreRows: moreRowsTerm.nullable(),
  license: licenseTerms,
  vendorMinRating: z.number().nullable(),
  vendorMinCompleted: z.number().int().nullable(),
  vendorPreferences: z.string().nullable(),
  /** Days in which the client may review a delivery before it counts as accepted. */
  reviewDays: z.number().int(),
  notes: z.string().nullable(),
  /** Null for callers outside the client's own organization. */
  contacts: z.string().nullable(),
  isOwn: z.boolean(),
  /** The client's invitation to the caller's organization. */
  invitation: z.object({ message: z.string().nullable(), createdAt: z.date() }).nullable(),
  contractId: z.string().nullable(),
  dataContract: dataContract.nullable(),
})
export type DprDetail = z.infer<typeof dprDetail>

const byId = z.object({ dprId: z.string().max(40) })

export const dprs = {
  create: oc
    .route({ method: 'POST', path: '/dprs', summary: 'Post a Data Procurement Request (client)' })
    .input(
      dprForm.safeExtend({
        /** The draft it began as, which is then deleted. */
        draftId: z.uuid().optional(),
      }),
    )
    .output(dprSummary),
  list: oc
    .route({
      method: 'GET',
      path: '/dprs',
      summary: "The organization's own requests, with counts per tab",
    })
    .input(
      pageInput.extend({
        tab: z.enum(dprTabs).default('active'),
        /** A part of the title or of the ID. */
        search: z.string().trim().max(200).default(''),
        sort: z.enum(dprSorts).default('newest'),
      }),
    )
    .output(
      pageOf(ownDpr).extend({
        counts: z.record(z.enum([...dprTabs, 'drafts']), z.number().int()),
      }),
    ),
  get: oc
    .route({ method: 'GET', path: '/dprs/{dprId}', summary: 'One request' })
    .input(byId)
    .output(dprDetail),
  extend: oc
    .route({
      method: 'POST',
      path: '/dprs/{dprId}/extend',
      summary: 'Take offers for longer, counted from today (client)',
    })
    .input(byId.extend({ closesInDays }))
    .output(z.object({ closesAt: z.date() })),
  cancel: oc
    .route({
      method: 'POST',
      path: '/dprs/{dprId}/cancel',
      summary: 'Take a request back and close the offers on it (client)',
    })
    .input(byId)
    .output(z.void()),
  ...draftProcedures,
  ...questionProcedures,
  ...invitationProcedures,
}

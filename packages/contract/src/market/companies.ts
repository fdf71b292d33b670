import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { sides } from '../core/sides.ts'
import { requiredText } from '../core/text.ts'
import { company, employeeRanges, organizationForm } from '../people/organizations.ts'
import { declaredColumn, declaredColumns } from './columns/declared-columns.ts'
import type { ContractStatus } from './contracts.ts'
import { categories } from './dprs.ts'

/** Defines the allowed actions on reviews: one per completed contract, answered once. */
export const reviewCan = {
  write: (contract: { status: ContractStatus; isReviewed: boolean }) =>
    contract.status === 'completed' && !contract.isReviewed,
  reply: (review: { reply: string | null; isAboutOwn: boolean }) =>
    review.isAboutOwn && review.reply === null,
}

/** Describes a vendor's completed contracts in one category. */
export const vendorRecord = z.object({
  category: z.enum(Object.keys(categories) as [keyof typeof categories]),
  completed: z.number().int(),
  /** Counts the completed contracts that were delivered within the agreed time. */
  onTime: z.number().int(),
})

export const companyProfile = company.extend({
  industry: z.string(),
  website: z.string().nullable(),
  description: z.string(),
  founded: z.number().int().nullable(),
  employees: z.enum(employeeRanges).nullable(),
  isClient: z.boolean(),
  isVendor: z.boolean(),
  memberSince: z.date(),
  totalReviews: z.number().int(),
  /** Numbers of reviews with one star, two, ... five. */
  stars: z.array(z.number().int()).length(5),
  /**
   * Lists the company's record as a vendor, by category, the largest first; empty without a
   * completed contract.
   */
  records: z.array(vendorRecord),
  /** Lists the columns that the company says it can supply as a vendor. */
  columns: z.array(declaredColumn),
  /** Contracts completed as the client, and requests that take offers. */
  completedPurchases: z.number().int(),
  liveRequests: z.number().int(),
  /** True for the caller's own organization. */
  isOwn: z.boolean(),
})
export type CompanyProfile = z.infer<typeof companyProfile>

/**
 * Describes the fields of a public profile that a company's administrator edits here; the rest is
 * in the organization's settings.
 */
export const companyForm = organizationForm
  .pick({ name: true, website: true, industry: true, description: true })
  .extend({
    city: organizationForm.shape.city.unwrap(),
    country: organizationForm.shape.country.unwrap(),
    founded: organizationForm.shape.founded.unwrap(),
    employees: organizationForm.shape.employees.unwrap(),
  })
export type CompanyForm = z.infer<typeof companyForm>

export const review = z.object({
  id: z.uuid(),
  /** The client that wrote it; null after it has left. */
  reviewer: z.object({ slug: z.string(), name: z.string() }).nullable(),
  rating: z.number().int(),
  comment: z.string(),
  project: z.string(),
  createdAt: z.date(),
  reply: z.string().nullable(),
  repliedAt: z.date().nullable(),
})
export type Review = z.infer<typeof review>

export const reviewForm = z.object({
  rating: z
    .number({ error: 'Choose one to five stars' })
    .int('Choose whole stars')
    .min(1, 'Choose one to five stars')
    .max(5, 'Choose one to five stars'),
  comment: requiredText('Comment', 5000),
})

export const replyForm = z.object({ reply: requiredText('Reply', 5000) })

export const reviewable = z.object({
  contractId: z.string(),
  title: z.string(),
  completedAt: z.date(),
})
export type Reviewable = z.infer<typeof reviewable>

/** A slug or an ID. */
const companyAddress = z.string().min(1).max(300)
const uuidPage = pageInput.extend({ cursor: z.uuid().optional() })

export const companies = {
  get: oc
    .route({
      method: 'GET',
      path: '/companies/profile',
      summary: "A company's profile by slug or ID; the caller's own without either",
    })
    .input(z.object({ company: companyAddress.optional() }))
    .output(companyProfile),
  declareColumns: oc
    .route({
      method: 'PUT',
      path: '/companies/columns',
      summary: 'Replace the columns that the own company says it can supply (vendor)',
    })
    .input(z.object({ columns: declaredColumns }))
    .output(z.object({ columns: z.array(declaredColumn) })),
  search: oc
    .route({
      method: 'GET',
      path: '/companies',
      summary: 'Other companies of one side by a part of their name, in the order of names',
    })
    .input(
      uuidPage.extend({
        search: z.string().trim().max(100).default(''),
        side: z.enum(sides),
      }),
    )
    .output(pageOf(company)),
  reviews: oc
    .route({
      method: 'GET',
      path: '/companies/{companyId}/reviews',
      summary: "Reviews of a company's work, newest first",
    })
    .input(uuidPage.extend({ companyId: z.uuid() }))
    .output(pageOf(review)),
  reviewable: oc
    .route({
      method: 'GET',
      path: '/companies/{companyId}/reviewable',
      summary: 'Completed contracts with a vendor that the caller has not reviewed yet',
    })
    .input(pageInput.extend({ companyId: z.uuid() }))
    .output(pageOf(reviewable)),
  review: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/review',
      summary: "Review the vendor's work under a completed contract, once (client)",
    })
    .input(reviewForm.extend({ contractId: z.string().max(40) }))
    .output(review),
  reply: oc
    .route({
      method: 'POST',
      path: '/reviews/{reviewId}/reply',
      summary: 'Answer a review of the own work, once (vendor)',
    })
    .input(replyForm.extend({ reviewId: z.uuid() }))
    .output(review),
}

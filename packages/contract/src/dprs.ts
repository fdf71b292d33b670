import { oc } from '@orpc/contract'
import { z } from 'zod'
import { amount, cents } from './money.ts'
import { pageInput, pageOf } from './paging.ts'
import { requiredText } from './text.ts'

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

export const deliveryFormats = { csv: 'CSV', xlsx: 'Excel (XLSX)', json: 'JSON' } as const

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

export const dprStatusLabels: Record<DprStatus, string> = {
  awaiting_offers: 'Awaiting Vendor Submissions',
  open: 'Open',
  accepted: 'Accepted',
  ready_for_download: 'Ready for Download',
  completed: 'Completed',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

export const dprTabs = ['active', 'fulfilled', 'pending'] as const
export type DprTab = (typeof dprTabs)[number]

/** Which statuses each tab of the client's table holds. */
export const dprTabStatuses: Record<DprTab, readonly DprStatus[]> = {
  active: ['open', 'accepted'],
  fulfilled: ['ready_for_download', 'completed'],
  pending: ['awaiting_offers'],
}

/** What each action on a request asks of its status. */
export const dprCan = {
  takeOffers: (status: DprStatus) => status === 'awaiting_offers' || status === 'open',
  download: (status: DprStatus) => status === 'ready_for_download' || status === 'completed',
}

/** Offers in competition: more than 10 High, more than 5 Medium, else Low. */
export function competition(offersCount: number): 'High' | 'Medium' | 'Low' {
  return offersCount > 10 ? 'High' : offersCount > 5 ? 'Medium' : 'Low'
}

export const dprForm = z
  .object({
    title: requiredText('Data type', 200),
    category,
    description: requiredText('Description', 5000),
    useCase: requiredText('Use case', 2000),
    complianceRequirements: requiredText('Compliance requirements', 2000),
    deliveryFormat: z.enum(['csv', 'xlsx', 'json'], { error: 'Choose a delivery format' }),
    contacts: requiredText('Contacts', 500),
    notes: z.string().trim().max(5000).optional(),
    budgetMinCents: amount('Lowest budget'),
    budgetMaxCents: amount('Highest budget'),
    timelineDays: z
      .number({ error: 'Enter the number of days' })
      .int('Enter whole days')
      .min(1, 'At least 1 day')
      .max(365, 'At most 365 days'),
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

export const marketDpr = dprSummary.extend({
  clientName: z.string(),
  description: z.string(),
  deliveryFormat: z.string(),
  /** Whether the caller's organization has a live offer on it. */
  offered: z.boolean(),
})
export type MarketDpr = z.infer<typeof marketDpr>

export const dprDetail = marketDpr.extend({
  useCase: z.string(),
  complianceRequirements: z.string(),
  notes: z.string().nullable(),
  /** Null for everyone but the client's own organization. */
  contacts: z.string().nullable(),
  isOwn: z.boolean(),
  contractId: z.string().nullable(),
})
export type DprDetail = z.infer<typeof dprDetail>

const byId = z.object({ dprId: z.string().max(40) })

export const dprs = {
  create: oc
    .route({ method: 'POST', path: '/dprs', summary: 'Post a Data Procurement Request (client)' })
    .input(dprForm)
    .output(dprSummary),
  list: oc
    .route({
      method: 'GET',
      path: '/dprs',
      summary: "The organization's own requests, newest first, with counts per tab",
    })
    .input(pageInput.extend({ tab: z.enum(dprTabs).default('active') }))
    .output(pageOf(dprSummary).extend({ counts: z.record(z.enum(dprTabs), z.number().int()) })),
  get: oc
    .route({ method: 'GET', path: '/dprs/{dprId}', summary: 'One request' })
    .input(byId)
    .output(dprDetail),
  browse: oc
    .route({
      method: 'GET',
      path: '/marketplace',
      summary: 'Requests open for offers, newest first',
    })
    .input(
      pageInput.extend({
        search: z.string().trim().max(200).optional(),
        category: category.optional(),
      }),
    )
    .output(pageOf(marketDpr)),
}

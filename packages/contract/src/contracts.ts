import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from './money.ts'
import { pageInput, pageOf } from './paging.ts'

export const contractStatuses = [
  'awaiting_payment',
  'in_progress',
  'synthetic_processing',
  'pending_review',
  'completed',
  'disputed',
  'cancelled',
] as const
export type ContractStatus = (typeof contractStatuses)[number]

export const contractStages = ['data_collection', 'data_submission', 'quality_review'] as const
export type ContractStage = (typeof contractStages)[number]

export const contractStatusLabels: Record<ContractStatus, string> = {
  awaiting_payment: 'Awaiting Payment',
  in_progress: 'In Progress',
  synthetic_processing: 'Synthetic Processing',
  pending_review: 'Pending Review',
  completed: 'Completed',
  disputed: 'Disputed',
  cancelled: 'Cancelled',
}

export const contractStageLabels: Record<ContractStage, string> = {
  data_collection: 'Data Collection',
  data_submission: 'Data Submission',
  quality_review: 'Quality Review',
}

/** What each action on a contract asks of its status. */
export const contractCan = {
  fund: (status: ContractStatus) => status === 'awaiting_payment',
  deliver: (status: ContractStatus) => status === 'in_progress',
  release: (status: ContractStatus) => status === 'pending_review',
  download: (status: ContractStatus) => status === 'pending_review' || status === 'completed',
}

export const milestone = z.object({
  id: z.enum(['funding', 'submission', 'validation', 'acceptance']),
  title: z.string(),
  status: z.enum(['completed', 'in_progress', 'pending', 'delayed']),
  date: z.date().nullable(),
})

export const contractSummary = z.object({
  id: z.string(),
  offerId: z.string(),
  dprId: z.string(),
  title: z.string(),
  clientName: z.string(),
  vendorName: z.string(),
  priceCents: cents,
  feeCents: cents,
  heldCents: cents,
  releasedCents: cents,
  status: z.enum(contractStatuses),
  stage: z.enum(contractStages).nullable(),
  /** 0 to 100: completed milestones of all. */
  progressPercent: z.number().int(),
  startDate: z.date().nullable(),
  /** When delivery is due: the agreed days after funding; null before. */
  deliveryDate: z.date().nullable(),
  milestones: z.array(milestone),
})
export type ContractSummary = z.infer<typeof contractSummary>

export const contractDetail = contractSummary.extend({
  side: z.enum(['client', 'vendor']),
  offerDescription: z.string(),
  specifications: z.array(z.object({ label: z.string(), value: z.string() })),
})
export type ContractDetail = z.infer<typeof contractDetail>

export const contracts = {
  list: oc
    .route({
      method: 'GET',
      path: '/contracts',
      summary: "The organization's contracts on one side, newest first",
    })
    .input(pageInput.extend({ side: z.enum(['client', 'vendor']) }))
    .output(pageOf(contractSummary)),
  get: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}',
      summary: 'One contract, for either party',
    })
    .input(z.object({ contractId: z.string().max(40) }))
    .output(contractDetail),
}

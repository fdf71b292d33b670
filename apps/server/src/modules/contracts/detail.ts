/** One contract as its parties read it: what was agreed, how far it is, and how it came to be so. */
import {
  type ContractDetail,
  categories,
  dataFormatLabels,
  deliveryMethods,
  MAX_CHANGE_REQUESTS,
  type PaymentStructure,
  type ProjectTimeline,
  paymentStructures,
  privacyLevelLabels,
  supportPeriods,
  termLabels,
} from '@semblance/contract'
import { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { type ContractMoney, contractMoney } from '../ledger/service.ts'
import { type Course, eventsOf, readCourse } from './course.ts'
import { findPendingProposal } from './course-queries.ts'
import { deliveryDue } from './milestones.ts'
import { partiesOf, sideOf } from './parties.ts'
import { overallPercent, phasesOf } from './phases.ts'
import { type ContractDetailRow, findContractDetail } from './queries.ts'
import { toSummary } from './summary.ts'

export async function getContract(ctx: Ctx, contractId: string): Promise<ContractDetail> {
  const row = await getRow(ctx, contractId)
  const course = await readCourse(ctx.tx, row)
  const money = (await contractMoney(ctx.tx, [row.id]))(row.id)
  const { agreed, changeRequests, firstTimelineDays } = course
  const dueAtFirst = firstTimelineDays === null ? null : deliveryDue(row, firstTimelineDays)
  return {
    ...toSummary(row, { money, agreed, changeRequests }, ctx.now),
    side: sideOf(ctx, row),
    offerDescription: row.offer_description,
    deliverables: row.deliverables,
    specifications: specificationsOf(row),
    paymentTerms: paymentTermsOf(row, money),
    termHistory: course.revisions.toReversed(),
    firstDeliveryDate: dueAtFirst?.getTime() === deliveryDue(row)?.getTime() ? null : dueAtFirst,
    pendingProposal: await pendingProposalOf(ctx, row),
    ...changesOf(course),
    events: eventsOf(course),
    isReviewed: row.is_reviewed,
  }
}

export async function getTimeline(ctx: Ctx, contractId: string): Promise<ProjectTimeline> {
  const row = await getRow(ctx, contractId)
  const phases = phasesOf(await readCourse(ctx.tx, row), ctx.now)
  return {
    contractId: row.id,
    title: row.title,
    side: sideOf(ctx, row),
    status: row.status,
    clientName: row.client_name ?? 'Closed account',
    vendorName: row.vendor_name ?? 'Closed account',
    startDate: row.funded_at,
    deliveryDate: deliveryDue(row),
    overallPercent: overallPercent(phases),
    phases,
  }
}

async function getRow(ctx: Ctx, contractId: string): Promise<ContractDetailRow> {
  const row = await findContractDetail(ctx.tx, contractId, partiesOf(ctx))
  if (!row) throw new AppError('not_found')
  return row
}

function specificationsOf(row: ContractDetailRow): ContractDetail['specifications'] {
  const { sample_records: samples, min_accuracy_percent: accuracy, min_records: records } = row
  const days = row.timeline_days
  return [
    { label: 'Category', value: categories[row.category] },
    {
      label: termLabels.format,
      value: row.data_formats.map((format) => dataFormatLabels[format]).join(', '),
    },
    {
      label: termLabels.accuracy,
      value: accuracy === null ? 'Not stated' : `${accuracy}%`,
    },
    { label: termLabels.privacy, value: privacyLevelLabels[row.privacy_level] },
    { label: termLabels.timeline, value: days === 1 ? '1 day' : `${days} days` },
    {
      label: termLabels.samples,
      value: samples === null ? 'None' : samples.toLocaleString('en-US'),
    },
    ...(records === null
      ? []
      : [{ label: 'Minimum Records', value: records.toLocaleString('en-US') }]),
    ...(row.has_data_contract
      ? [{ label: 'Data Contract', value: `As published with ${row.dpr_id}` }]
      : []),
    { label: 'Review Period', value: row.review_days === 1 ? '1 day' : `${row.review_days} days` },
    { label: 'Delivery Method', value: deliveryMethods[row.delivery_method] },
    { label: 'Support Period', value: supportPeriods[row.support_period] },
    ...(row.sample_description ? [{ label: 'Sample Data', value: row.sample_description }] : []),
    { label: 'Use Case', value: row.use_case },
    { label: 'Compliance Requirements', value: row.compliance_requirements },
  ]
}

const upfrontPercents: Record<PaymentStructure, bigint> = {
  upfront: 100n,
  half_upfront: 50n,
  third_upfront: 30n,
  on_delivery: 0n,
}

function paymentTermsOf(
  { payment_structure, price_cents }: ContractDetailRow,
  { heldCents }: ContractMoney,
): ContractDetail['paymentTerms'] {
  const upfrontCents = (price_cents * upfrontPercents[payment_structure]) / 100n
  return {
    structure: paymentStructures[payment_structure],
    upfrontCents,
    onDeliveryCents: price_cents - upfrontCents,
    escrowCents: heldCents,
  }
}

const proposedChanges = z.array(
  z.object({
    id: z.enum(Object.keys(termLabels) as [keyof typeof termLabels]),
    currentValue: z.string(),
    proposedValue: z.string(),
  }),
)

async function pendingProposalOf(
  ctx: Ctx,
  row: ContractDetailRow,
): Promise<ContractDetail['pendingProposal']> {
  const found = await findPendingProposal(ctx.tx, row.offer_id)
  if (!found) return null
  return {
    byName: found.name ?? 'Closed account',
    isOwn: found.proposed_by === row[sideOf(ctx, row)],
    changes: proposedChanges.parse(found.changes).map(({ id, currentValue, proposedValue }) => ({
      label: termLabels[id],
      from: currentValue,
      to: proposedValue,
    })),
  }
}

function changesOf({ changeRequests }: Course) {
  return {
    changeRequests: changeRequests.toReversed().map(({ id, reason, created_at, answered_at }) => ({
      id,
      reason,
      createdAt: created_at,
      answeredAt: answered_at,
    })),
    changeRequestsLeft: Math.max(0, MAX_CHANGE_REQUESTS - changeRequests.length),
  }
}

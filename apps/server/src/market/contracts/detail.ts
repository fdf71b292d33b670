/** One contract as its parties read it: what was agreed, how far it is, and how it came to be so. */
import {
  type ContractDetail,
  type ContractStatus,
  categories,
  contractPolicy,
  deliveryMethods,
  endedContractStatuses,
  formatValue,
  MAX_CHANGE_REQUESTS,
  type ProjectTimeline,
  policySha256,
  supportEnd,
  supportPeriods,
  termLabels,
  upfrontPercents,
} from '@semblance/contract'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { getAgreementHead } from './agreements/agreements.ts'
import { type ContractMoney, contractMoney } from './balances.ts'
import { deliveryDue } from './milestones.ts'
import { partiesOf, sideOf } from './parties.ts'
import { overallPercent, toPhases } from './phases.ts'
import { type ContractDetailRow, findContractDetail } from './queries.ts'
import { toSummary } from './summary.ts'
import { type ContractTimeline, eventsOf, loadTimeline } from './timeline.ts'
import { findPendingProposal } from './timeline-queries.ts'

export async function getContract(ctx: Ctx, contractId: string): Promise<ContractDetail> {
  const row = await getRow(ctx, contractId)
  const course = await loadTimeline(ctx.tx, row)
  const money = (await contractMoney(ctx.tx, [row.id]))(row.id)
  const { agreed, changeRequests, firstTimelineDays } = course
  const dueAtFirst =
    firstTimelineDays === null ? null : deliveryDue(row, ctx.now, firstTimelineDays)
  return {
    ...toSummary(row, { money, agreed, changeRequests }, ctx.now),
    side: sideOf(ctx, row),
    revision: row.offer_revision,
    agreement: await getAgreementHead(ctx, row, row.offer_revision),
    offerDescription: row.offer_description,
    deliverables: row.deliverables,
    specifications: specificationsOf(row),
    deliveryMethod: row.delivery_method,
    support: supportOf(row),
    paymentTerms: paymentTermsOf(row, money),
    license: row.license,
    policySha256: policySha256(contractPolicy(ctx.platform.config.publicUrl, row)),
    termHistory: course.revisions.toReversed(),
    heldSince: isEnded(row.status) ? null : row.held_since,
    firstDeliveryDate:
      dueAtFirst?.getTime() === deliveryDue(row, ctx.now)?.getTime() ? null : dueAtFirst,
    pendingProposal: await pendingProposalOf(ctx, row),
    ...changesOf(course),
    events: eventsOf(course),
    isReviewed: row.is_reviewed,
  }
}

export async function getTimeline(ctx: Ctx, contractId: string): Promise<ProjectTimeline> {
  const row = await getRow(ctx, contractId)
  const phases = toPhases(await loadTimeline(ctx.tx, row), ctx.now)
  return {
    contractId: row.id,
    title: row.title,
    side: sideOf(ctx, row),
    status: row.status,
    clientName: row.client_name ?? 'Closed account',
    vendorName: row.vendor_name ?? 'Closed account',
    startDate: row.funded_at,
    deliveryDate: deliveryDue(row, ctx.now),
    overallPercent: overallPercent(phases),
    phases,
  }
}

const isEnded = (status: ContractStatus) => endedContractStatuses.some((ended) => ended === status)

async function getRow(ctx: Ctx, contractId: string): Promise<ContractDetailRow> {
  const row = await findContractDetail(ctx.tx, contractId, partiesOf(ctx))
  if (!row) throw new AppError('not_found')
  return row
}

function specificationsOf(row: ContractDetailRow): ContractDetail['specifications'] {
  const { min_records: records } = row
  return [
    { label: 'Category', value: categories[row.category] },
    { label: termLabels.format, value: formatValue('format', row.data_formats) },
    { label: termLabels.accuracy, value: formatValue('accuracy', row.min_accuracy_percent) },
    ...(row.target_accuracy_percent === null
      ? []
      : [
          {
            label: termLabels.target,
            value: formatValue('target', row.target_accuracy_percent),
          },
          { label: termLabels.floor, value: formatValue('floor', row.floor_price_percent) },
        ]),
    { label: termLabels.privacy, value: formatValue('privacy', row.privacy_level) },
    { label: termLabels.more, value: formatValue('more', row.more_rows) },
    { label: termLabels.timeline, value: formatValue('timeline', row.timeline_days) },
    { label: termLabels.samples, value: formatValue('samples', row.sample_records) },
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

function supportOf({
  support_period: period,
  support_starts_at: startsAt,
}: ContractDetailRow): ContractDetail['support'] {
  if (period === 'none') return null
  return { period, startsAt, endsAt: startsAt && supportEnd(period, startsAt) }
}

function paymentTermsOf(
  { payment_structure, price_cents }: ContractDetailRow,
  { heldCents }: ContractMoney,
): ContractDetail['paymentTerms'] {
  const upfrontCents = (price_cents * upfrontPercents[payment_structure]) / 100n
  return {
    structure: payment_structure,
    upfrontCents,
    onDeliveryCents: price_cents - upfrontCents,
    escrowCents: heldCents,
  }
}

async function pendingProposalOf(
  ctx: Ctx,
  row: ContractDetailRow,
): Promise<ContractDetail['pendingProposal']> {
  const found = await findPendingProposal(ctx.tx, row.offer_id)
  if (!found) return null
  return {
    byName: found.name ?? 'Closed account',
    isOwn: found.proposed_by === row[sideOf(ctx, row)],
    changes: found.changes,
  }
}

function changesOf({ changeRequests }: ContractTimeline) {
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

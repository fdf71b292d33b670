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
  type SpecificationId,
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
  const side = sideOf(ctx, row)
  const course = await loadTimeline(ctx.tx, row)
  const money = (await contractMoney(ctx.tx, [row.id]))(row.id)
  const { agreed, changeRequests, firstTimelineDays } = course
  const dueAtFirst =
    firstTimelineDays === null ? null : deliveryDue(row, ctx.now, firstTimelineDays)
  return {
    ...toSummary(row, { side, money, agreed, changeRequests }, ctx.now),
    side,
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
  const side = sideOf(ctx, row)
  const phases = toPhases(await loadTimeline(ctx.tx, row), ctx.now, side)
  return {
    contractId: row.id,
    title: row.title,
    side,
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
  const { min_records: records, target_accuracy_percent: target } = row
  const term = <Id extends SpecificationId & keyof typeof termLabels>(id: Id, value: string) => ({
    id,
    label: termLabels[id],
    value,
  })
  return [
    { id: 'category', label: 'Category', value: categories[row.category] },
    term('format', formatValue('format', row.data_formats)),
    term('accuracy', formatValue('accuracy', row.min_accuracy_percent)),
    ...(target === null
      ? []
      : [
          term('target', formatValue('target', target)),
          term('floor', formatValue('floor', row.floor_price_percent)),
        ]),
    term('privacy', formatValue('privacy', row.privacy_level)),
    term('more', formatValue('more', row.more_rows)),
    term('timeline', formatValue('timeline', row.timeline_days)),
    term('samples', formatValue('samples', row.sample_records)),
    ...(records === null ? [] : [specification('records', records.toLocaleString('en-US'))]),
    ...(row.has_data_contract
      ? [specification('data_contract', `As published with ${row.dpr_id}`)]
      : []),
    specification('review', row.review_days === 1 ? '1 day' : `${row.review_days} days`),
    specification('method', deliveryMethods[row.delivery_method]),
    specification('support', supportPeriods[row.support_period]),
    ...(row.sample_description ? [specification('sample_data', row.sample_description)] : []),
    specification('use_case', row.use_case),
    specification('compliance', row.compliance_requirements),
  ]
}

const specificationLabels = {
  records: 'Minimum Records',
  data_contract: 'Data Contract',
  review: 'Review Period',
  method: 'Delivery Method',
  support: 'Support Period',
  sample_data: 'Sample Data',
  use_case: 'Use Case',
  compliance: 'Compliance Requirements',
} as const satisfies Partial<Record<SpecificationId, string>>

const specification = (id: keyof typeof specificationLabels, value: string) => ({
  id,
  label: specificationLabels[id],
  value,
})

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

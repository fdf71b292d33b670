/** A contract's payments as its two parties read them. */
import {
  type Checkout,
  contractCan,
  failureText,
  type MoneyEvent,
  type Payment,
  type PaymentDetails,
  type Side,
} from '@semblance/contract'
import { viewerOrganization } from '../../core/api/service.ts'
import {
  type ContractMoney,
  type ContractRow,
  contractMoney,
  deliveryDue,
  getContractForParty,
  leastPriceOf,
  sideOf,
} from '../../market/contracts/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { bankingDaysAfter } from '../bank-gateway/service.ts'
import { allocateDue, upfrontCents } from '../escrow/service.ts'

import {
  findContractOfOffer,
  findLatestPayment,
  getAgreement,
  type HistoryRow,
  listHistoryRows,
  listTranches,
  type PaymentRow,
  readStatuses,
  type StatusOf,
  type TrancheRow,
} from './detail-queries.ts'
import { conditionsOf, type Plan, tranchesOf } from './tranche-descriptions.ts'

/** Banking days that a debit takes to settle. */
const SETTLEMENT_DAYS = 2

export async function getCheckout(ctx: Ctx, offerId: string): Promise<Checkout> {
  const found = await findContractOfOffer(ctx.tx, offerId, viewerOrganization(ctx, 'client'))
  if (!found) throw new AppError('not_found')
  if (!found.id) throw new AppError('offer_not_accepted')
  const contract = await getContractForParty(ctx, found.id)
  const { agreement, payment, tranches, money } = await readMoney(ctx, contract)
  const due = dueOf(contract, money, tranches)
  const upfront = upfrontCents(contract.price_cents, agreement.payment_structure)
  return {
    offerId,
    contractId: contract.id,
    contractStatus: contract.status,
    title: contract.title,
    vendorName: agreement.vendor_name ?? 'Closed account',
    description: agreement.description,
    timelineDays: contract.timeline_days,
    amountCents: due.priceCents + due.owedCents,
    feeCents: due.feeCents,
    feeBps: contract.fee_bps,
    totalCents: due.totalCents,
    reason: reasonOf(contract),
    structure: agreement.payment_structure,
    upfrontCents: upfront,
    onAcceptanceCents: contract.price_cents - upfront,
    leastPriceCents: await leastPriceOf(ctx.tx, contract.id),
    reviewDays: contract.review_days,
    isVendorSuspended: agreement.is_vendor_suspended,
    payment: payment && toPayment(ctx, payment),
  }
}

export async function getPaymentDetails(ctx: Ctx, contractId: string): Promise<PaymentDetails> {
  const contract = await getContractForParty(ctx, contractId)
  const side = sideOf(ctx, contract)
  const { agreement, payment, tranches, money, statusOf } = await readMoney(ctx, contract)
  const own = payment && toPayment(ctx, payment)
  const plan: Plan = { contract, tranches, structure: agreement.payment_structure, payment: own }
  const { price_cents, fee_cents } = contract
  return {
    contractId: contract.id,
    offerId: contract.offer_id,
    title: contract.title,
    side,
    clientName: agreement.client_name ?? 'Closed account',
    vendorName: agreement.vendor_name ?? 'Closed account',
    contractStatus: contract.status,
    totalCents: side === 'client' ? price_cents + fee_cents : price_cents,
    priceCents: price_cents,
    feeCents: side === 'client' ? fee_cents : null,
    feeBps: contract.fee_bps,
    paymentStatus: statusOf('contract', stateOf(tranches, payment)),
    structure: agreement.payment_structure,
    escrow: {
      pendingCents: pendingOf(tranches),
      heldCents: money.heldCents,
      frozenCents: money.frozenCents,
      releasedCents: money.releasedCents,
      refundedCents: money.refundedCents,
      releaseConditions: conditionsOf(plan),
      ...expectedRelease(contract, money, ctx.now),
    },
    tranches: tranchesOf(plan, statusOf),
    payment: side === 'client' ? own : null,
    cancellation: cancellationOf(ctx, contract, { money, payment }),
  }
}

export async function listHistory(ctx: Ctx, input: Page & { contractId: string }) {
  const contract = await getContractForParty(ctx, input.contractId)
  const after = decodeUuidCursor(input.cursor)
  const side = sideOf(ctx, contract)
  const isPayer = ctx.actor.organization?.id === contract.client
  const rows = await withSystemRole(ctx.tx, () =>
    listHistoryRows(ctx.tx, contract.id, after, input.limit),
  )
  return pageOf(
    rows,
    input.limit,
    (row) => ({ at: row.at, id: row.id }),
    (row) => toEvent(row, side, isPayer),
  )
}

type ContractReading = {
  agreement: Awaited<ReturnType<typeof getAgreement>>
  payment: PaymentRow | null
  tranches: TrancheRow[]
  money: ContractMoney
  statusOf: StatusOf
}

async function readMoney(ctx: Ctx, { id }: ContractRow): Promise<ContractReading> {
  const money = (await contractMoney(ctx.tx, [id]))(id)
  return await withSystemRole(ctx.tx, async () => ({
    agreement: await getAgreement(ctx.tx, id),
    payment: await findLatestPayment(ctx.tx, id),
    tranches: await listTranches(ctx.tx, id),
    money,
    statusOf: await readStatuses(ctx.tx),
  }))
}

/**
 * Returns the cents to be paid now. Before the first payment, tranches may be missing or may not
 * match the current price.
 */
function dueOf(contract: ContractRow, money: ContractMoney, tranches: TrancheRow[]) {
  const isOver = contract.status === 'cancelled' || contract.status === 'completed'
  if (isOver && money.owedCents === 0n)
    return { priceCents: 0n, feeCents: 0n, owedCents: 0n, totalCents: 0n }
  const isUntouched = tranches.every(({ state }) => state === 'unfunded')
  if (!contract.funded_at && isUntouched) {
    const { price_cents: priceCents, fee_cents: feeCents } = contract
    return { priceCents, feeCents, owedCents: 0n, totalCents: priceCents + feeCents }
  }
  if (tranches.some(({ state }) => state === 'pending'))
    return { priceCents: 0n, feeCents: 0n, owedCents: 0n, totalCents: 0n }
  return allocateDue(
    contract,
    money,
    tranches.filter(({ state }) => state === 'unfunded'),
  )
}

function reasonOf(contract: ContractRow): Checkout['reason'] {
  if (contract.payment_returned_at) return 'returned'
  return contract.funded_at ? 'top_up' : 'funding'
}

/** The bank's particulars are for the client's own people, not for visitors of the sample. */
function toPayment(ctx: Ctx, row: PaymentRow): Payment {
  const isOwn = ctx.actor.organization?.id === row.client
  const isOver = row.state === 'failed' || row.state === 'returned'
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    amountCents: row.amount_cents,
    feeCents: row.fee_cents,
    createdAt: row.created_at,
    expectedAt:
      row.state === 'submitted'
        ? bankingDaysAfter(ctx.platform.config, row.created_at, SETTLEMENT_DAYS)
        : null,
    failure: isOver ? failureText(row.failure_code) : null,
    accountHolderName: isOwn ? row.account_holder : '',
    bankName: isOwn ? row.bank_name : '',
    last4: isOwn ? row.last4 : '',
  }
}

/** The contract's payment as one of the states that money_labels knows. */
function stateOf(tranches: TrancheRow[], payment: PaymentRow | null): string {
  const states = new Set(tranches.map(({ state }) => state))
  if (states.has('held') || states.has('frozen')) return 'held'
  if (payment?.state === 'submitted') return 'submitted'
  if (states.has('unfunded') && (payment?.state === 'failed' || payment?.state === 'returned'))
    return 'failed'
  return tranches.length === 0 || states.has('unfunded') ? 'unpaid' : 'settled'
}

/** Returns the part of the price that the bank has not settled yet. */
const pendingOf = (tranches: TrancheRow[]): bigint =>
  tranches
    .filter(({ state }) => state === 'pending')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0n)

function expectedRelease(
  contract: ContractRow,
  { heldCents }: ContractMoney,
  now: Date,
): Pick<PaymentDetails['escrow'], 'expectedRelease' | 'expectedBy'> {
  const unknown = { expectedRelease: null, expectedBy: null }
  if (heldCents === 0n || contract.status === 'disputed' || contract.payment_returned_at)
    return unknown
  if (contract.review_ends_at)
    return { expectedRelease: contract.review_ends_at, expectedBy: 'review' }
  const due = deliveryDue(contract, now)
  return due ? { expectedRelease: due, expectedBy: 'delivery' } : unknown
}

function cancellationOf(
  ctx: Ctx,
  contract: ContractRow,
  { money, payment }: { money: ContractMoney; payment: PaymentRow | null },
): PaymentDetails['cancellation'] {
  const side = sideOf(ctx, contract)
  const isOwn = ctx.actor.organization?.id === contract[side]
  if (!isOwn || !contractCan.cancel(contract.status, contract.stage, side)) return null
  if (contract.funded_at && payment?.state === 'submitted') return null
  return {
    refundCents: money.heldCents,
    feeCents: side === 'client' ? money.feeHeldCents : 0n,
    keptCents: money.releasedCents,
  }
}

function toEvent(row: HistoryRow, side: Side, isPayer: boolean): MoneyEvent {
  const ending = row.last4 ? ` ····${row.last4}` : ''
  const method = row.kind === 'release' ? 'Escrow release' : (row.method ?? 'ACH')
  return {
    id: `${row.kind}:${row.id}`,
    kind: row.kind,
    amountCents:
      side === 'client' || row.kind === 'release'
        ? row.amount_cents
        : row.amount_cents - row.fee_cents,
    status: row.status,
    date: row.at,
    method: isPayer && row.bank_name ? `${method}, ${row.bank_name}${ending}` : method,
    transactionId: row.transaction_id,
    failure:
      side === 'client' && row.status === 'failed' && row.kind !== 'refund'
        ? failureText(row.failure_code)
        : null,
  }
}

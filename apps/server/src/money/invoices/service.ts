/**
 * Issues documents about money, in the transaction of the event they document. Their numbers have
 * no gaps: the series is locked until the commit, so issue last, after every ledger entry of the
 * transaction.
 */
import { countries, plans, type Side } from '@semblance/contract'
import { referencesOf } from '../../people/spending/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import {
  type Charge,
  closeInvoice,
  findInvoiceOfCharge,
  findInvoiceOfPayment,
  findPaper,
  getCharge,
  getInvoiceRow,
  getParties,
  getPayment,
  getRefund,
  insertInvoice,
  listTriggers,
  nextNumber,
  type Parties,
  type Series,
  sumCredits,
} from './queries.ts'
import { mailReceipt } from './receipts.ts'

export { drawDocument, listDocuments } from './document.ts'

/** Issues the client's invoice for a settled payment. */
export async function issueForPayment(ctx: SystemCtx, paymentId: string): Promise<string> {
  return await withSystemRole(ctx.tx, async () => {
    const payment = await getPayment(ctx.tx, paymentId)
    const parties = await getParties(ctx.tx, payment.contract_id)
    return await issue(ctx, 'INV', await paperOf(ctx.tx, 'INV', parties), {
      payment_id: payment.id,
      entry_id: payment.entry_id,
      item: itemOf(payment, parties),
      price_cents: payment.amount_cents - payment.fee_cents,
      fee_cents: payment.fee_cents,
      fee_bps: parties.fee_bps,
    })
  })
}

/** Issues the vendor's statement of a release. */
export async function issueForRelease(
  ctx: SystemCtx,
  release: {
    contractId: string
    trancheNumbers: number[]
    entryId: string
    /** Holds the part of the price that is released to the vendor. */
    amountCents: bigint
  },
): Promise<string> {
  return await withSystemRole(ctx.tx, async () => {
    const parties = await getParties(ctx.tx, release.contractId)
    const triggers = await listTriggers(ctx.tx, release.contractId, release.trancheNumbers)
    const isUpfront = triggers.every((trigger) => trigger === 'on_settlement')
    return await issue(ctx, 'STM', await paperOf(ctx.tx, 'STM', parties), {
      entry_id: release.entryId,
      item: `${parties.title}: ${isUpfront ? 'upfront share released' : 'released from escrow'}`,
      price_cents: release.amountCents,
      fee_bps: parties.fee_bps,
    })
  })
}

/**
 * Issues the client's credit note: for a refund, open until its bank has it (`markRefundPaid`); for
 * a payment that the bank took back, over the rest of its invoice, which is voided. `amountCents`
 * includes `feeCents`. Returns null if refunds had credited all of it.
 */
export async function issueCreditNote(
  ctx: SystemCtx,
  credit: {
    contractId: string
    refundId?: string
    paymentId?: string
    /** The entry that returned a payment; a refund knows its own. */
    entryId?: string
    amountCents: bigint
    feeCents: bigint
  },
): Promise<string | null> {
  return await withSystemRole(ctx.tx, async () => {
    const refund = credit.refundId ? await getRefund(ctx.tx, credit.refundId) : null
    const payment = await getPayment(ctx.tx, refund?.payment_id ?? credit.paymentId!)
    const invoice = await findInvoiceOfPayment(ctx.tx, payment.id)
    const parties = await getParties(ctx.tx, credit.contractId)
    const before = refund ? nothing : await sumCredits(ctx.tx, invoice?.number ?? null)
    const feeCents = rest(credit.feeCents, before.fee_cents)
    const priceCents = rest(credit.amountCents - credit.feeCents, before.price_cents)
    if (!refund) await closeInvoice(ctx.tx, { payment: payment.id }, 'void', ctx.now)
    if (priceCents + feeCents === 0n) return null
    const paper = invoice
      ? await findPaper(ctx.tx, invoice.number)
      : await paperOf(ctx.tx, 'CRN', parties)
    return await issue(ctx, 'CRN', paper, {
      ...(refund
        ? { refund_id: refund.id, state: 'open', closed_at: null }
        : { payment_id: payment.id }),
      entry_id: refund?.entry_id ?? credit.entryId ?? payment.entry_id,
      credits: invoice?.number ?? null,
      item: `${parties.title}: ${refund ? refundReasons[refund.reason] : 'payment taken back by the bank'}`,
      price_cents: priceCents,
      fee_cents: feeCents,
      fee_bps: invoice?.fee_bps ?? parties.fee_bps,
    })
  })
}

/** Issues the organization's invoice for a period of its plan, once `entryId` has paid for it. */
export async function issueForCharge(
  ctx: SystemCtx,
  { chargeId, entryId }: { chargeId: string; entryId: string },
): Promise<string> {
  return await withSystemRole(ctx.tx, async () => {
    const charge = await getCharge(ctx.tx, chargeId)
    return await issue(ctx, 'INV', paperOfPlan(charge), {
      charge_id: charge.id,
      entry_id: entryId,
      item: planItem(charge),
      price_cents: charge.amount_cents,
    })
  })
}

/**
 * Issues the credit note for a charge that the bank took back by `entryId`, and voids its invoice.
 */
export async function creditCharge(
  ctx: SystemCtx,
  { chargeId, entryId }: { chargeId: string; entryId: string },
): Promise<string> {
  return await withSystemRole(ctx.tx, async () => {
    const charge = await getCharge(ctx.tx, chargeId)
    const invoice = await findInvoiceOfCharge(ctx.tx, chargeId)
    await closeInvoice(ctx.tx, { charge: chargeId }, 'void', ctx.now)
    const paper = invoice ? await findPaper(ctx.tx, invoice.number) : paperOfPlan(charge)
    return await issue(ctx, 'CRN', paper, {
      charge_id: charge.id,
      entry_id: entryId,
      credits: invoice?.number ?? null,
      item: `${planItem(charge)}: payment taken back by the bank`,
      price_cents: charge.amount_cents,
    })
  })
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

const planItem = ({ plan, period_start, period_end }: Charge) =>
  `${plans[plan].name} plan, ${days.format(period_start)} to ${days.format(period_end)}`

const nothing = { price_cents: 0n, fee_cents: 0n }
const rest = (whole: bigint, part: bigint) => (whole > part ? whole - part : 0n)

/** Marks a refund's credit note as paid, once the client's bank has the money. */
export async function markRefundPaid(
  { tx, now }: Pick<SystemCtx, 'tx' | 'now'>,
  refundId: string,
): Promise<void> {
  await withSystemRole(tx, () => closeInvoice(tx, { refund: refundId }, 'paid', now))
}

type Body = Pick<
  Parameters<typeof insertInvoice>[1],
  | 'entry_id'
  | 'item'
  | 'price_cents'
  | 'fee_cents'
  | 'fee_bps'
  | 'payment_id'
  | 'refund_id'
  | 'charge_id'
  | 'credits'
  | 'state'
  | 'closed_at'
>

const kinds = { INV: 'invoice', STM: 'statement', CRN: 'credit_note' } as const

/** Describes the recipient of a document and the other party that it names. */
type Paper = Pick<
  Parameters<typeof insertInvoice>[1],
  | 'organization'
  | 'contract_id'
  | 'recipient_name'
  | 'recipient_address'
  | 'other_name'
  | 'other_address'
  | 'purchase_order'
  | 'cost_center'
  | 'recipient_vat'
  | 'other_vat'
>

/** Issues a document, and mails it to its organization. */
async function issue(ctx: SystemCtx, series: Series, paper: Paper, body: Body): Promise<string> {
  const { tx, now } = ctx
  const number = await nextNumber(tx, series, now)
  await insertInvoice(tx, {
    number,
    kind: kinds[series],
    state: 'paid',
    closed_at: now,
    issued_at: now,
    ...paper,
    ...body,
  })
  await mailReceipt(ctx, await getInvoiceRow(tx, number))
  return number
}

/** The buyer's references are for the buyer's documents alone. */
async function paperOf(tx: Tx, series: Series, parties: Parties): Promise<Paper> {
  const [recipient, other] =
    series === 'STM' ? (['vendor', 'client'] as const) : (['client', 'vendor'] as const)
  const references = series === 'STM' ? null : await referencesOf(tx, parties.offer_id)
  const address = (side: Side) =>
    postalAddressOf(parties[`${side}_street`], parties[`${side}_city`], parties[`${side}_country`])
  return {
    organization: parties[recipient],
    contract_id: parties.id,
    recipient_name: parties[`${recipient}_name`],
    recipient_address: address(recipient),
    other_name: parties[`${other}_name`],
    other_address: address(other),
    purchase_order: references?.purchaseOrder ?? null,
    cost_center: references?.costCenter ?? null,
    recipient_vat: parties[`${recipient}_vat`],
    other_vat: parties[`${other}_vat`],
  }
}

const paperOfPlan = ({
  organization,
  name,
  address,
  city,
  country,
  vat_number,
}: Charge): Paper => ({
  organization,
  contract_id: null,
  recipient_name: name,
  recipient_address: postalAddressOf(address, city, country),
  other_name: 'Semblance',
  other_address: '',
  recipient_vat: vat_number,
  other_vat: null,
})

function postalAddressOf(street: string | null, city: string, code: string): string {
  const country = code === 'other' ? null : countries[code as keyof typeof countries]
  return [street, city, country].filter(Boolean).join('\n')
}

function itemOf({ kind }: { kind: string }, { title, vendor_name }: Parties): string {
  const what = kind === 'top_up' ? 'rest of the changed price' : 'price'
  return `${title}, by ${vendor_name}: ${what}`
}

const refundReasons: Record<string, string> = {
  cancellation: 'refund after cancellation',
  price_change: 'refund of the reduced price',
  ruling: 'refund by ruling in a dispute',
  settlement: 'refund by settlement of a dispute',
  goodwill: 'refund as goodwill',
  accuracy: 'refund because of the accuracy of the delivery',
}

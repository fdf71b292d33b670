/**
 * Documents about money, issued in the transaction of what they tell of. Their numbers have no gaps: the series is
 * locked until the commit, so issue last, after every ledger entry of the transaction.
 */
import { countries } from '@semblance/contract'
import type { Ctx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import {
  closeInvoice,
  findInvoiceOfPayment,
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

type Moment = Pick<Ctx, 'tx' | 'now'>

/** The client's invoice for a payment that has settled. */
export async function issueForPayment(ctx: Moment, paymentId: string): Promise<string> {
  return await asSystem(ctx.tx, async () => {
    const payment = await getPayment(ctx.tx, paymentId)
    const parties = await getParties(ctx.tx, payment.contract_id)
    return await issue(ctx, 'INV', parties, {
      payment_id: payment.id,
      entry_id: payment.entry_id,
      item: itemOf(payment, parties),
      price_cents: payment.amount_cents - payment.fee_cents,
      fee_cents: payment.fee_cents,
    })
  })
}

/** The vendor's statement of what a release has brought it. */
export async function issueForRelease(
  ctx: Moment,
  release: {
    contractId: string
    trancheNumbers: number[]
    entryId: string
    /** Of the price, to the vendor. */
    amountCents: bigint
  },
): Promise<string> {
  return await asSystem(ctx.tx, async () => {
    const parties = await getParties(ctx.tx, release.contractId)
    const triggers = await listTriggers(ctx.tx, release.contractId, release.trancheNumbers)
    const isUpfront = triggers.every((trigger) => trigger === 'on_settlement')
    return await issue(ctx, 'STM', parties, {
      entry_id: release.entryId,
      item: `${parties.title}: ${isUpfront ? 'upfront share released' : 'released from escrow'}`,
      price_cents: release.amountCents,
    })
  })
}

/**
 * The client's credit note: for a refund, open until its bank has it (`markRefundPaid`); for a payment that the bank took
 * back, of what its invoice still stands for, and the invoice is void. `amountCents` holds `feeCents`. Null where refunds
 * had credited all of it.
 */
export async function issueCreditNote(
  ctx: Moment,
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
  return await asSystem(ctx.tx, async () => {
    const refund = credit.refundId ? await getRefund(ctx.tx, credit.refundId) : null
    const payment = await getPayment(ctx.tx, refund?.payment_id ?? credit.paymentId!)
    const invoice = await findInvoiceOfPayment(ctx.tx, payment.id)
    const parties = await getParties(ctx.tx, credit.contractId)
    const before = refund ? nothing : await sumCredits(ctx.tx, invoice?.number ?? null)
    const feeCents = rest(credit.feeCents, before.fee_cents)
    const priceCents = rest(credit.amountCents - credit.feeCents, before.price_cents)
    if (!refund) await closeInvoice(ctx.tx, { payment: payment.id }, 'void', ctx.now)
    if (priceCents + feeCents === 0n) return null
    return await issue(ctx, 'CRN', parties, {
      ...(refund
        ? { refund_id: refund.id, state: 'open', closed_at: null }
        : { payment_id: payment.id }),
      entry_id: refund?.entry_id ?? credit.entryId ?? payment.entry_id,
      credits: invoice?.number ?? null,
      item: `${parties.title}: ${refund ? refundReasons[refund.reason] : 'payment taken back by the bank'}`,
      price_cents: priceCents,
      fee_cents: feeCents,
    })
  })
}

const nothing = { price_cents: 0n, fee_cents: 0n }
const rest = (whole: bigint, part: bigint) => (whole > part ? whole - part : 0n)

/** The client's bank has the refund: its credit note is settled. */
export async function markRefundPaid({ tx, now }: Moment, refundId: string): Promise<void> {
  await asSystem(tx, () => closeInvoice(tx, { refund: refundId }, 'paid', now))
}

type Body = Pick<
  Parameters<typeof insertInvoice>[1],
  | 'entry_id'
  | 'item'
  | 'price_cents'
  | 'fee_cents'
  | 'payment_id'
  | 'refund_id'
  | 'credits'
  | 'state'
  | 'closed_at'
>

const kinds = { INV: 'invoice', STM: 'statement', CRN: 'credit_note' } as const

async function issue(
  { tx, now }: Moment,
  series: Series,
  parties: Parties,
  body: Body,
): Promise<string> {
  const number = await nextNumber(tx, series, now)
  const client = { name: parties.client_name, address: addressOf(parties, 'client') }
  const vendor = { name: parties.vendor_name, address: addressOf(parties, 'vendor') }
  const [recipient, other] = series === 'STM' ? [vendor, client] : [client, vendor]
  await insertInvoice(tx, {
    number,
    kind: kinds[series],
    organization: series === 'STM' ? parties.vendor : parties.client,
    contract_id: parties.id,
    state: 'paid',
    closed_at: now,
    recipient_name: recipient.name,
    recipient_address: recipient.address,
    other_name: other.name,
    other_address: other.address,
    issued_at: now,
    ...body,
  })
  return number
}

function addressOf(parties: Parties, side: 'client' | 'vendor'): string {
  const street = parties[`${side}_street`]
  const city = parties[`${side}_city`]
  const code = parties[`${side}_country`]
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
}

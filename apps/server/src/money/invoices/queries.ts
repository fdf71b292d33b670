import { type Insertable, sql } from 'kysely'
import type { Page, Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type Series = 'INV' | 'STM' | 'CRN'

/** Locks the series until the transaction ends: call it last, when nothing else is waited for. */
export async function nextNumber(tx: Tx, series: Series, now: Date): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select app.next_invoice_number(${series}, ${now}) as number`.execute(tx)
  return rows[0]!.number
}

export async function insertInvoice(tx: Tx, row: Insertable<DB['invoices']>): Promise<void> {
  await tx.insertInto('invoices').values(row).execute()
}

/**
 * Closes an open invoice, or voids one that is not void yet. Returns false if its state had
 * changed.
 */
export async function closeInvoice(
  tx: Tx,
  of: { payment: string } | { refund: string } | { charge: string },
  state: 'paid' | 'void',
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .updateTable('invoices')
    .set({ state, closed_at: now })
    .where('state', 'in', state === 'paid' ? ['open'] : ['open', 'paid'])
    .$if('payment' in of, (query) =>
      query
        .where('payment_id', '=', (of as { payment: string }).payment)
        .where('kind', '=', 'invoice'),
    )
    .$if('refund' in of, (query) =>
      query.where('refund_id', '=', (of as { refund: string }).refund),
    )
    .$if('charge' in of, (query) =>
      query
        .where('charge_id', '=', (of as { charge: string }).charge)
        .where('kind', '=', 'invoice'),
    )
    .returning('number')
    .execute()
  return rows.length > 0
}

/** Returns a contract and its two parties, as documents name them. */
export async function getParties(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('contracts as k')
    .innerJoin('organizations as c', 'c.id', 'k.client')
    .innerJoin('organizations as v', 'v.id', 'k.vendor')
    .leftJoin('banking_details as cb', 'cb.organization', 'k.client')
    .leftJoin('banking_details as vb', 'vb.organization', 'k.vendor')
    .select([
      'k.id',
      'k.offer_id',
      'k.title',
      'k.client',
      'k.vendor',
      'k.fee_bps',
      'c.name as client_name',
      'c.address as client_street',
      'c.city as client_city',
      'c.country as client_country',
      'v.name as vendor_name',
      'v.address as vendor_street',
      'v.city as vendor_city',
      'v.country as vendor_country',
      'cb.vat_number as client_vat',
      'vb.vat_number as vendor_vat',
    ])
    .where('k.id', '=', contractId)
    .executeTakeFirstOrThrow()
}
export type Parties = Awaited<ReturnType<typeof getParties>>

/** Returns a charge for the plan with its addressee. */
export async function getCharge(tx: Tx, id: string) {
  return await tx
    .selectFrom('subscription_charges as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization')
    .leftJoin('banking_details as b', 'b.organization', 'c.organization')
    .select([
      'c.id',
      'c.organization',
      'c.plan',
      'c.period_start',
      'c.period_end',
      'c.amount_cents',
      'o.name',
      'o.address',
      'o.city',
      'o.country',
      'b.vat_number',
    ])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
}
export type Charge = Awaited<ReturnType<typeof getCharge>>

/** Lists the columns that a credit note takes from its invoice. */
const paperColumns = [
  'organization',
  'contract_id',
  'recipient_name',
  'recipient_address',
  'other_name',
  'other_address',
  'purchase_order',
  'cost_center',
  'recipient_vat',
  'other_vat',
] as const

/** Returns the paper of an invoice. */
export async function findPaper(tx: Tx, number: string) {
  return await tx
    .selectFrom('invoices')
    .select(paperColumns)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
}

/** Returns the charge's invoice that is not void. */
export async function findInvoiceOfCharge(tx: Tx, chargeId: string) {
  return await tx
    .selectFrom('invoices')
    .select('number')
    .where('charge_id', '=', chargeId)
    .where('kind', '=', 'invoice')
    .where('state', '<>', 'void')
    .executeTakeFirst()
}

export async function getPayment(tx: Tx, id: string) {
  return await tx.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function getRefund(tx: Tx, id: string) {
  return await tx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function findInvoiceOfPayment(tx: Tx, paymentId: string) {
  return await tx
    .selectFrom('invoices')
    .select(['number', 'fee_bps'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
}

/** Returns the cents that credit notes have taken back of an invoice. */
export async function sumCredits(tx: Tx, number: string | null) {
  return await tx
    .selectFrom('invoices')
    .select([
      sql<bigint>`coalesce(sum(price_cents), 0)::bigint`.as('price_cents'),
      sql<bigint>`coalesce(sum(fee_cents), 0)::bigint`.as('fee_cents'),
    ])
    .where('credits', '=', number)
    .executeTakeFirstOrThrow()
}

export async function listTriggers(tx: Tx, contractId: string, numbers: number[]) {
  const rows = await tx
    .selectFrom('tranches')
    .select('trigger')
    .where('contract_id', '=', contractId)
    .where('number', 'in', numbers)
    .execute()
  return rows.map((row) => row.trigger)
}

const withLabels = (tx: Tx) =>
  tx
    .selectFrom('invoices as i')
    .innerJoin('money_labels as l', (join) =>
      join.onRef('l.state', '=', 'i.state').on('l.object', '=', 'invoice'),
    )
    .selectAll('i')
    .select('l.status')

/** Adds both parties' countries, which their own queries may not read of each other. Requires the system role. */
const withCountries = (tx: Tx) =>
  withLabels(tx)
    .leftJoin('contracts as k', 'k.id', 'i.contract_id')
    .leftJoin('organizations as c', 'c.id', 'k.client')
    .leftJoin('organizations as v', 'v.id', 'k.vendor')
    .select(['c.country as client_country', 'v.country as vendor_country'])

export async function listInvoiceRows(
  tx: Tx,
  organizations: string[],
  contractId: string | undefined,
  after: Position | null,
  limit: Page['limit'],
) {
  return await withLabels(tx)
    .where('i.organization', 'in', organizations)
    .$if(contractId !== undefined, (query) => query.where('i.contract_id', '=', contractId!))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(i.issued_at, i.number) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('i.issued_at', 'desc')
    .orderBy('i.number', 'desc')
    .limit(limit + 1)
    .execute()
}
export type LabeledInvoice = Awaited<ReturnType<typeof listInvoiceRows>>[number]

/** Adds the countries of both parties. */
export type PrintedInvoice = Awaited<ReturnType<typeof listInvoicesOf>>[number]

/** Lists all that an organization was sent about a contract, oldest first. */
export async function listInvoicesOf(
  tx: Tx,
  { contractId, organization }: { contractId: string; organization: string },
) {
  return await withCountries(tx)
    .where('i.organization', '=', organization)
    .where('i.contract_id', '=', contractId)
    .orderBy('i.issued_at')
    .orderBy('i.number')
    .execute()
}

export async function getInvoiceRow(tx: Tx, number: string): Promise<PrintedInvoice> {
  return await withCountries(tx).where('i.number', '=', number).executeTakeFirstOrThrow()
}

export async function findInvoice(tx: Tx, number: string, organizations: string[]) {
  return await withLabels(tx)
    .where('i.number', '=', number)
    .where('i.organization', 'in', organizations)
    .executeTakeFirst()
}

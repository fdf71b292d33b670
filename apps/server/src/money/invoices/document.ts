/** A document about money as PDF: who it is for, its lines in cents, and how it stands. */
import {
  feeLabel,
  formatBps,
  formatDollars,
  type InvoiceKind,
  invoiceKindLabels,
  isReverseCharge,
  moneyStatusLabels,
} from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { makePdf, type PdfDocument } from '../../platform/pdf/pdf.ts'
import { getInvoice } from './list.ts'
import { getInvoiceRow, listInvoicesOf, type PrintedInvoice } from './queries.ts'

export async function invoicePdf(ctx: Ctx, number: string): Promise<Buffer<ArrayBuffer>> {
  return await makePdf(await readDocument(ctx, number))
}

/** Returns a document of the caller's; the country of the other party is read as the system. */
export async function readDocument(ctx: Ctx, number: string): Promise<PdfDocument> {
  const own = await getInvoice(ctx, number)
  return invoiceDocument(await withSystemRole(ctx.tx, () => getInvoiceRow(ctx.tx, own.number)))
}

/** Draws the document of a mail as it stands. Requires the system role. */
export async function drawDocument(
  tx: Tx,
  number: string,
): Promise<{ fileName: string; content: Buffer }> {
  const content = await makePdf(invoiceDocument(await getInvoiceRow(tx, number)))
  return { fileName: `${number}.pdf`, content }
}

/**
 * Lists what an organization was sent about a contract's money, oldest first, each with a function that
 * prints it. Check first that the caller reads for the organization.
 */
export async function listDocuments(tx: Tx, of: { contractId: string; organization: string }) {
  const invoices = await withSystemRole(tx, () => listInvoicesOf(tx, of))
  return invoices.map((invoice) => ({
    number: invoice.number,
    kind: invoice.kind,
    print: () => makePdf(invoiceDocument(invoice)),
  }))
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export function invoiceDocument(invoice: PrintedInvoice): PdfDocument {
  const { kind, number, issued_at, closed_at, state, status } = invoice
  const closing = state === 'open' || !closed_at ? '' : `, ${days.format(closed_at)}`
  return {
    kind: invoiceKindLabels[kind],
    title: `${invoiceKindLabels[kind]} ${number}`,
    subtitle: subtitles[kind](invoice),
    documentId: number,
    issuedAt: issued_at,
    blocks: [
      {
        definitions: [
          { term: roles[kind].recipient, value: party(invoice, 'recipient') },
          ...vatOf(invoice, 'recipient'),
          { term: roles[kind].other, value: party(invoice, 'other') },
          ...vatOf(invoice, 'other'),
          ...(invoice.contract_id ? [{ term: 'Contract', value: invoice.contract_id }] : []),
          ...referencesIn(invoice),
          { term: 'Date of issue', value: days.format(issued_at) },
          {
            term: 'Status',
            value: (state === 'void' ? 'Void' : moneyStatusLabels[status]) + closing,
          },
          ...(invoice.credits ? [{ term: 'Credits invoice', value: invoice.credits }] : []),
        ],
      },
      { heading: 'Amounts' },
      {
        table: {
          columns: [
            { label: 'Item', width: 8 },
            { label: 'Amount (USD)', width: 2, align: 'right' },
          ],
          rows: linesOf(invoice),
        },
      },
      ...[...notesOf(invoice), ...taxNotesOf(invoice)].map((paragraph) => ({ paragraph })),
    ],
  }
}

/** The buyer's own references, where it gave any. */
const referencesIn = ({ purchase_order, cost_center }: PrintedInvoice) => [
  ...(purchase_order ? [{ term: 'Purchase order', value: purchase_order }] : []),
  ...(cost_center ? [{ term: 'Cost center', value: cost_center }] : []),
]

const roles: Record<InvoiceKind, { recipient: string; other: string }> = {
  invoice: { recipient: 'Billed to', other: 'Supplied by' },
  statement: { recipient: 'Paid to', other: 'Paid by' },
  credit_note: { recipient: 'Credited to', other: 'Supplied by' },
}

const subtitles: Record<InvoiceKind, (invoice: PrintedInvoice) => string> = {
  invoice: (invoice) => `For ${invoice.recipient_name}`,
  statement: (invoice) => `For ${invoice.recipient_name}`,
  credit_note: (invoice) =>
    invoice.credits
      ? `For ${invoice.recipient_name}, on invoice ${invoice.credits}`
      : `For ${invoice.recipient_name}`,
}

const notes: Record<InvoiceKind, string> = {
  invoice:
    "Semblance takes the price in on the vendor's behalf, holds it in escrow and releases it as the contract says. The platform fee is Semblance's own.",
  statement:
    'Released from escrow to your balance. Payouts to your bank account follow by their schedule and are listed with your earnings.',
  credit_note:
    'Takes back the amounts above. A refund goes to the bank account that the payment came from.',
}

const planNotes: Record<InvoiceKind, string> = {
  ...notes,
  invoice: 'Charged to the bank account on file, once the period was over.',
  credit_note:
    'Takes back the amounts above, because the bank did. The period is charged again once an administrator has seen to it.',
}

/** The vendor's statement states the rate too, although the fee on its price is the client's. */
function notesOf({ kind, fee_bps }: PrintedInvoice): string[] {
  if (fee_bps === null) return [planNotes[kind]]
  if (kind !== 'statement') return [notes[kind]]
  return [
    notes[kind],
    `The client pays the platform fee of ${formatBps(fee_bps)} on top of the price; nothing of it is taken from this amount.`,
  ]
}

const vatOf = (invoice: PrintedInvoice, who: 'recipient' | 'other') => {
  const number = invoice[`${who}_vat`]
  return number ? [{ term: 'VAT number', value: number }] : []
}

/** Returns what the parties' VAT numbers say about the price, which the vendor supplies on every document. */
function taxNotesOf(invoice: PrintedInvoice): string[] {
  const { kind, contract_id, recipient_vat, other_vat, client_country, vendor_country } = invoice
  if (!recipient_vat && !other_vat) return []
  const [supplier, customer] =
    kind === 'statement' ? [recipient_vat, other_vat] : [other_vat, recipient_vat]
  const isLikely = isReverseCharge(
    { vatNumber: supplier, country: vendor_country },
    { vatNumber: customer, country: client_country },
  )
  const states =
    'The VAT numbers are those that the parties state; their check digits fit, no authority was asked. Semblance computes no tax, and gives no tax advice.'
  if (contract_id === null || !isLikely) return [states]
  return [
    'Reverse charge, if both VAT numbers are valid and the customer takes the service for its business: then the customer accounts for the VAT on the price (Directive 2006/112/EC, articles 44 and 196). Whether this holds is for the supplier to check; Semblance has not checked it.',
    states,
  ]
}

const party = (invoice: PrintedInvoice, who: 'recipient' | 'other') =>
  [invoice[`${who}_name`], ...invoice[`${who}_address`].split('\n')].filter(Boolean).join(', ')

function linesOf(invoice: PrintedInvoice): string[][] {
  const { kind, item, price_cents, fee_cents, fee_bps, amount_cents } = invoice
  const sign = kind === 'credit_note' ? -1n : 1n
  return [
    ...(price_cents > 0n ? [[item, formatDollars(sign * price_cents)]] : []),
    ...(fee_bps !== null && fee_cents > 0n
      ? [[feeLabel(fee_bps), formatDollars(sign * fee_cents)]]
      : []),
    ['Total', formatDollars(sign * amount_cents)],
  ]
}

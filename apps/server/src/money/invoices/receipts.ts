/** Mails each document about money to the organization it is for, once: in the transaction that issues it. */
import { formatDollars, invoiceKindLabels } from '@semblance/contract'
import { mailMembers } from '../../core/notifications/service.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import type { LabeledInvoice } from './queries.ts'

export async function mailReceipt(ctx: SystemCtx, invoice: LabeledInvoice): Promise<void> {
  const { number, organization, contract_id, kind, item } = invoice
  const amount = formatDollars(invoice.amount_cents)
  const isOwed = invoice.state === 'open'
  const told = {
    invoice: { subject: `Receipt for ${amount}`, text: `We have received ${amount}.` },
    statement: {
      subject: `${amount} released to you`,
      text: `${amount} was released from escrow to your balance. Payouts to your bank account follow by their schedule.`,
    },
    credit_note: {
      subject: `Credit note over ${amount}`,
      text: isOwed
        ? `${amount} goes back to the bank account that the payment came from.`
        : `${amount} of an earlier invoice is taken back.`,
    },
  }[kind]
  await mailMembers(ctx, organization, {
    subject: `${told.subject}: ${number}`,
    paragraphs: [
      told.text,
      `${item}.`,
      ...(invoice.purchase_order ? [`Purchase order: ${invoice.purchase_order}.`] : []),
      `${invoiceKindLabels[kind]} ${number} is attached as a PDF.`,
    ],
    link: contract_id
      ? { label: 'See the payments', path: `/payment-details/${contract_id}` }
      : { label: 'See your plan', path: '/billing-payments' },
    document: number,
  })
}

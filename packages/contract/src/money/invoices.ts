import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { moneyStatuses } from './payments.ts'

export const invoiceKinds = ['invoice', 'statement', 'credit_note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]
export const invoiceKindLabels: Record<InvoiceKind, string> = {
  invoice: 'Invoice',
  statement: 'Remittance statement',
  credit_note: 'Credit note',
}

/** Describes a document about money; its PDF is at /api/invoices/{number}.pdf. */
export const invoice = z.object({
  number: z.string(),
  kind: z.enum(invoiceKinds),
  /** Null where it is about the plan. */
  contractId: z.string().nullable(),
  item: z.string(),
  amountCents: cents,
  date: z.date(),
  status: z.enum(moneyStatuses),
  /** The buyer's own references; null on a vendor's documents. */
  purchaseOrder: z.string().nullable(),
  costCenter: z.string().nullable(),
})
export type Invoice = z.infer<typeof invoice>

export const invoices = {
  list: oc
    .route({
      method: 'GET',
      path: '/invoices',
      summary: "The organization's invoices, statements and credit notes, newest first",
    })
    .input(pageInput.extend({ contractId: z.string().max(40).optional() }))
    .output(pageOf(invoice)),
}

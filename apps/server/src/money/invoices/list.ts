/** Documents as their recipient lists them. */
import type { Invoice } from '@semblance/contract'
import { viewerOrganization } from '../../core/api/service.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findInvoice, type LabeledInvoice, listInvoiceRows } from './queries.ts'

export async function listInvoices(ctx: Ctx, input: Page & { contractId?: string }) {
  const after = decodeCursor(input.cursor)
  const { contractId, limit } = input
  const rows = await listInvoiceRows(ctx.tx, recipientsOf(ctx), contractId, after, limit)
  return pageOf(rows, limit, (row) => ({ at: row.issued_at, id: row.number }), toInvoice)
}

export async function getInvoice(ctx: Ctx, number: string): Promise<LabeledInvoice> {
  const row = await findInvoice(ctx.tx, number, recipientsOf(ctx))
  if (!row) throw new AppError('not_found')
  return row
}

/** The organizations the caller reads documents of; refuses a caller who reads for none. */
function recipientsOf(ctx: Ctx): string[] {
  const { client, vendor } = ctx.actor.readsAs
  const recipients = [client, vendor].filter((id) => id !== null)
  return recipients.length > 0 ? recipients : [viewerOrganization(ctx, 'client')]
}

const toInvoice = (row: LabeledInvoice): Invoice => ({
  number: row.number,
  kind: row.kind,
  contractId: row.contract_id,
  item: row.item,
  amountCents: row.amount_cents,
  date: row.issued_at,
  status: row.status,
  purchaseOrder: row.purchase_order,
  costCenter: row.cost_center,
})

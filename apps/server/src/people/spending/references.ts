/** The buyer's own references of a purchase: purchase order and cost center. */
import type { PurchaseReferences } from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findReferences, findRules, saveReferences } from './queries.ts'

/**
 * Stores the references of a purchase, where given; what was given before stays. Throws bad_input with
 * the field that the organization requires and has not.
 */
export async function keepReferences(
  tx: Tx,
  { client, offerId }: { client: string; offerId: string },
  given: Partial<PurchaseReferences>,
): Promise<void> {
  await withSystemRole(tx, async () => {
    const rules = await findRules(tx, client)
    const before = await findReferences(tx, offerId)
    const purchaseOrder = given.purchaseOrder || before?.purchase_order || null
    const costCenter = given.costCenter || before?.cost_center || null
    if (rules?.needs_purchase_order && !purchaseOrder)
      throw new AppError('bad_input', {
        field: 'purchaseOrder',
        message: 'Your organization requires a purchase order number.',
      })
    if (rules?.needs_cost_center && !costCenter)
      throw new AppError('bad_input', {
        field: 'costCenter',
        message: 'Your organization requires a cost center.',
      })
    if (!given.purchaseOrder && !given.costCenter) return
    await saveReferences(tx, {
      offer_id: offerId,
      organization: client,
      purchase_order: purchaseOrder,
      cost_center: costCenter,
    })
  })
}

/** Returns the references of a purchase. Requires the system role. */
export async function referencesOf(
  tx: Tx,
  offerId: string,
): Promise<{ purchaseOrder: string | null; costCenter: string | null }> {
  const row = await findReferences(tx, offerId)
  return { purchaseOrder: row?.purchase_order ?? null, costCenter: row?.cost_center ?? null }
}

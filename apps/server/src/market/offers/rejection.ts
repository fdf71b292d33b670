import type { OfferRejection } from '@semblance/contract'
import { announceEvent } from '../../core/webhooks/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { OfferRow } from './queries.ts'

/** Announces to the programs of both parties that an offer has ended, and how. */
export function announceRejection(
  tx: Tx,
  { id, dpr_id, client, vendor }: Pick<OfferRow, 'id' | 'dpr_id' | 'client' | 'vendor'>,
  as: OfferRejection,
): void {
  announceEvent(tx, [client, vendor], 'offer.rejected', { offerId: id, dprId: dpr_id, as })
}

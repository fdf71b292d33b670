/** A delivery as a measurement of its source. */
import { privacyEpsilons } from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import type { Measurement } from '../sources/service.ts'
import { findPrints } from './files/draft-queries.ts'
import { listOriginals } from './files/upload-queries.ts'
import { type DeliveryRow, getMeasuredContract } from './queries.ts'

/** Describes what a run on a delivery's originals measures, at the agreed privacy level. */
export async function measurementOf(
  tx: Tx,
  delivery: Pick<DeliveryRow, 'id' | 'vendor' | 'contract_id'>,
): Promise<Measurement> {
  const contract = await getMeasuredContract(tx, delivery.contract_id)
  const originals = await listOriginals(tx, delivery.id)
  return {
    ...subjectOf(delivery.id),
    vendor: delivery.vendor,
    deals: [delivery.contract_id, contract.offer_id],
    title: contract.title,
    epsilon: privacyEpsilons[contract.privacy_level],
    sha256s: originals.flatMap(({ sha256 }) => sha256 ?? []),
    tables: (await findPrints(tx, delivery.id)) ?? [],
  }
}

/** Names a delivery in the account of its source. */
export const subjectOf = (deliveryId: string) =>
  ({ purpose: 'delivery', subject: deliveryId }) as const

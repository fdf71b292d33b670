/** A delivery as a measurement of its source. */
import { privacyEpsilons } from '@semblance/contract'
import type { DeclaredSchema } from '@semblance/synth'
import type { Tx } from '../../platform/database/db.ts'
import type { Measurement } from '../sources/service.ts'
import { findPrints, findReview } from './files/draft-queries.ts'
import { listOriginals } from './files/upload-queries.ts'
import { agreedSchema } from './gate/agreed-schema.ts'
import type { Agreed } from './gate/gate.ts'
import { findAgreed } from './gate/gate-queries.ts'
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

/** Returns what was agreed for a delivery, and the schema that it is made by: undefined where the engine decides all. */
export async function findTerms(
  tx: Tx,
  { id, contract_id }: Pick<DeliveryRow, 'id' | 'contract_id'>,
): Promise<{ agreed: Agreed; schema: DeclaredSchema | undefined }> {
  const agreed = await findAgreed(tx, contract_id)
  const review = await findReview(tx, id)
  const schema = review && agreedSchema(review.chosen, agreed.dataContract, review.tables)
  return { agreed, schema: schema ?? undefined }
}

/** Names a delivery in the account of its source. */
export const subjectOf = (deliveryId: string) =>
  ({ purpose: 'delivery', subject: deliveryId }) as const

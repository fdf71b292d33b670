/** A delivery as a measurement of its source. */
import { type PrivacyLevel, privacyEpsilons } from '@semblance/contract'
import type { DeclaredSchema } from '@semblance/synth'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { listDrawn, type Measurement } from '../sources/service.ts'
import { findConnected } from './connected/connected-queries.ts'
import { findPrints, findReview, type Review } from './files/draft-queries.ts'
import { listOriginals } from './files/upload-queries.ts'
import { agreedSchema } from './gate/agreed-schema.ts'
import type { Agreed } from './gate/gate.ts'
import { findAgreedFor } from './gate/gate-queries.ts'
import { distinctNames, distinctNamesOfKeys } from './originals/distinct-names.ts'
import { type DeliveryRow, getMeasuredContract, wasRefused } from './queries.ts'
import { getTwin } from './twins/twin-queries.ts'

/** Describes what a run on a delivery's originals measures, at the agreed privacy level. */
export async function measurementOf(
  tx: Tx,
  delivery: Pick<DeliveryRow, 'id' | 'vendor' | 'contract_id'>,
): Promise<Measurement> {
  const subject = await findMeasured(tx, delivery)
  const originals = await filesOfOriginals(tx, delivery.id)
  const connected = await withSystemRole(tx, () => findConnected(tx, delivery.id))
  return {
    ...subjectOf(delivery.id),
    vendor: delivery.vendor,
    deals: subject.deals,
    title: subject.title,
    epsilon: privacyEpsilons[subject.privacyLevel],
    sha256s: originals.flatMap(({ sha256 }) => sha256 ?? []),
    tables: (await findPrints(tx, delivery.id)) ?? [],
    places: connected?.places ?? [],
    ...(subject.boundTo !== null && { boundTo: subject.boundTo }),
    measuresAnew: connected !== undefined && connected.kind !== 's3',
  }
}

/** Returns what a delivery is measured for; a twin for a listing is a deal of its own. */
async function findMeasured(
  tx: Tx,
  { id, contract_id }: Pick<DeliveryRow, 'id' | 'contract_id'>,
): Promise<
  Pick<Measurement, 'deals' | 'title'> & { privacyLevel: PrivacyLevel; boundTo: string | null }
> {
  if (contract_id === null) {
    const { title, privacy_level } = await getTwin(tx, id)
    return { deals: [id], title, privacyLevel: privacy_level, boundTo: null }
  }
  const { offer_id, title, privacy_level, source_id } = await getMeasuredContract(tx, contract_id)
  return {
    ...{ deals: [contract_id, offer_id], title },
    ...{ privacyLevel: privacy_level, boundTo: source_id },
  }
}

/** Returns what was agreed for a delivery, and the schema that it is made by: undefined where the engine decides all. */
export async function findTerms(
  tx: Tx,
  { id, contract_id }: Pick<DeliveryRow, 'id' | 'contract_id'>,
): Promise<{ agreed: Agreed; schema: DeclaredSchema | undefined }> {
  const agreed = await findAgreedFor(tx, { id, contract_id })
  const review = await findReview(tx, id)
  const schema = review && agreedSchema(review.chosen, agreed.dataContract, review.tables)
  return { agreed, schema: schema ?? undefined }
}

/** Returns the schema that a delivery would be made by with the choices of a review. */
export async function schemaOf(
  tx: Tx,
  row: Pick<DeliveryRow, 'id' | 'contract_id'>,
  { chosen, tables }: Review,
): Promise<DeclaredSchema | undefined> {
  const { dataContract } = await findAgreedFor(tx, row)
  return agreedSchema(chosen, dataContract, tables) ?? undefined
}

/** Lists a delivery's originals under the names that its runs give them; of a warehouse, no hash is known. */
export async function filesOfOriginals(tx: Tx, deliveryId: string) {
  const connected = await withSystemRole(tx, () => findConnected(tx, deliveryId))
  const originals = connected
    ? connected.objects.map(({ name, sha256 = null }) => ({ file_name: name, sha256 }))
    : await listOriginals(tx, deliveryId)
  const named = connected?.kind === 's3' ? distinctNamesOfKeys : distinctNames
  const names = named(originals.map(({ file_name }) => file_name))
  return originals.map(({ file_name, sha256 }, i) => ({ name: names[i] ?? file_name, sha256 }))
}

/**
 * Returns true if rows that were drawn from a measurement were refused for the same deal, or for one twin for a listing and now
 * for another: others would be refused, too.
 */
export async function wasDrawnInVain(
  tx: Tx,
  { contract_id }: Pick<DeliveryRow, 'contract_id'>,
  spendingId: string,
): Promise<boolean> {
  return await wasRefused(tx, await listDrawn(tx, contract_id, spendingId))
}

/** Names a delivery in the account of its source. */
export const subjectOf = (deliveryId: string) =>
  ({ purpose: 'delivery', subject: deliveryId }) as const

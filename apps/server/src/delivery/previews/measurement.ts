/** A sample as a measurement of its source. */
import { type PrivacyLevel, privacyEpsilons } from '@semblance/contract'
import type { TablePrint } from '@semblance/synth'
import type { Tx } from '../../platform/database/db.ts'
import { findPaidModel, recipeOf } from '../models/service.ts'
import type { Measurement } from '../sources/service.ts'

/** Describes what a preview measures, at the privacy level of its offer. */
export const measurementOf = (sample: {
  id: string
  offerId: string
  vendor: string
  title: string
  privacyLevel: PrivacyLevel
  /** In lower-case hexadecimal. */
  sha256: string
  /** Missing while the sample is not read. */
  tables?: TablePrint[]
}): Measurement => ({
  ...subjectOf(sample.id),
  vendor: sample.vendor,
  deals: [sample.offerId],
  title: sample.title,
  epsilon: privacyEpsilons[sample.privacyLevel],
  sha256s: [sample.sha256],
  tables: sample.tables ?? [],
})

/**
 * Returns the measurement of the same file at the same level that has paid for a model, from any source or from one; the
 * preview is drawn from it. Requires the system role.
 */
export async function findPaidFor(
  tx: Tx,
  { vendor, epsilon, sha256s: [sha256] }: Measurement,
  fileName: string,
  sourceId: string | null,
): Promise<string | undefined> {
  const recipe = recipeOf({
    files: [{ name: fileName, sha256: sha256 ?? null }],
    schema: undefined,
    epsilon,
  })
  const model = await findPaidModel(tx, { vendor, recipe, sourceId: sourceId ?? undefined })
  return model?.spending_id
}

/** Names a sample in the account of its source. */
export const subjectOf = (sampleId: string) => ({ purpose: 'preview', subject: sampleId }) as const

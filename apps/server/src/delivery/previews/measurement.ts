/** A sample as a measurement of its source. */
import { type PrivacyLevel, privacyEpsilons } from '@semblance/contract'
import type { TablePrint } from '@semblance/synth'
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

/** Names a sample in the account of its source. */
export const subjectOf = (sampleId: string) => ({ purpose: 'preview', subject: sampleId }) as const

/** Words of certificates of deliveries that their vendor measured: who attests what. */
import { z } from 'zod'
import { publicSigningJwk } from '../../people/signing-keys.ts'

/** Parses the claim of a certificate about what its vendor measured and signed. */
export const certifiedMeasurement = z.object({
  /** When the platform accepted the statement. */
  at: z.iso.datetime(),
  /** The vendor's statement as it was signed: a JWS in compact form (ES256). */
  statement: z.string(),
  /** The key that signed it, and since when the vendor had it registered. */
  key: publicSigningJwk.extend({ kid: z.string(), registeredAt: z.iso.datetime() }),
  /** Says if the noise that the model states was found in its figures, of which there may be too few. */
  noise: z.enum(['as_stated', 'cannot_tell']),
  vendorAttests: z.string(),
  platformAttests: z.string(),
  notKnown: z.string(),
})

/** States, as the vendor's word, what the platform has not seen. */
export const vendorAttests =
  'The vendor states, and Semblance has not verified: that the original never left the vendor, that the counts in the model are those of this original with the stated noise, that they were made once, and that the figures of the report that compare the twin with the original are as they were measured.'

/** States what the platform has done itself. */
export const platformAttests =
  'Semblance states: that it drew the twin itself from the model that the vendor sent, with a seed of its own, and that it is the one that the vendor says was evaluated; that what the model says it has cost adds up to no more than was agreed and was entered in the account of the source; and that twin and report meet the agreed terms.'

/** States what a reader of such a certificate cannot conclude. */
export const measuredLimits =
  'Semblance cannot tell whether the original exists or is what the contract describes, whether the vendor measured more often or without noise and kept that to itself, nor whether the comparison with the original was made up. The agreed accuracy was compared with the vendor’s own figure.'

/** States on a report what of it is the vendor's word. */
export const measuredReportText =
  'The vendor measured the original on its own premises, and Semblance has not seen it. What compares the twin with the original, the twin’s own figures in it included, and the privacy checks are the vendor’s signed statement. Semblance drew the twin from the vendor’s model, added up its ledger, and tested the agreed rules on the twin itself. Of the noise, it tested that of the model’s coarse counts of pairs of columns alone, where they are enough to tell: the certificate says what that showed.'

/** States what the noise in the model showed. */
export const noiseTexts: Record<'as_stated' | 'cannot_tell', string> = {
  as_stated:
    'In the model’s coarse counts of pairs of columns, Semblance found as much noise as the model states. It did not test the noise of counts of single columns, and of finer counts of pairs.',
  cannot_tell:
    'The model has too few coarse counts of pairs of columns for Semblance to tell whether it has the noise that it states, and the noise of all other counts is not tested.',
}

/** Stands in place of the destruction of originals. */
export const neverLeftStatement =
  'No original was uploaded, so that Semblance had none to destroy. That the original never left the vendor is the vendor’s statement.'

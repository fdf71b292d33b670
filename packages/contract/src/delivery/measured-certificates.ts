/** What a certificate states of a delivery that its vendor measured: who attests what, in words, and the vendor's own statement. */
import { z } from 'zod'
import { fromBase64Url } from '../core/transparency/bytes.ts'
import { publicSigningJwk } from '../people/signing-keys.ts'
import type { Certificate } from './certificates.ts'
import { type MeasurementStatement, measurementStatement, measurementType } from './measurements.ts'

/** Parses the claim of a certificate about what its vendor measured and signed. */
export const certifiedMeasurement = z.object({
  /** When the platform accepted the statement. */
  at: z.iso.datetime(),
  /** The vendor's statement as it was signed: a JWS in compact form (ES256). */
  statement: z.string(),
  /** The key that signed it, and since when the vendor had it registered. */
  key: publicSigningJwk.extend({ kid: z.string(), registeredAt: z.iso.datetime() }),
  /** Whether the noise that the model states was found in its figures; there may be too few of them to tell. */
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

/** States what the noise in the model showed. */
export const noiseTexts: Record<'as_stated' | 'cannot_tell', string> = {
  as_stated:
    'In the model’s counts of pairs of columns, Semblance found as much noise as the model states.',
  cannot_tell:
    'The model has too few counts of pairs of columns for Semblance to tell whether it has the noise that it states.',
}

/** Stands in place of the destruction of originals. */
export const neverLeftStatement =
  'No original was uploaded, so that Semblance had none to destroy. That the original never left the vendor is the vendor’s statement.'

/** `altered`: it is not signed by the key that the certificate names. `differs`: it is about other data than is certified. */
export type StatementState = 'holds' | 'altered' | 'differs'

export type VerifiedStatement = { state: StatementState; stated: MeasurementStatement | null }

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const header = z.object({
  alg: z.literal('ES256'),
  typ: z.literal(measurementType),
  kid: z.string(),
  crit: z.undefined().optional(),
})

/**
 * Checks the vendor's statement in a certificate: its signature under the named key, and that it is about this contract, source and
 * these tables. Null for a certificate without one. That the key is the vendor's is the word of who signed the certificate.
 */
export async function verifyStatement(certificate: Certificate): Promise<VerifiedStatement | null> {
  const { measurement } = certificate
  if (!measurement) return null
  const [head = '', body = '', given = '', ...more] = measurement.statement.split('.')
  const signature = fromBase64Url(given)
  const parsed = header.safeParse(readJson(head))
  const stated = measurementStatement.safeParse(readJson(body))
  if (more.length > 0 || !signature || !parsed.success || !stated.success)
    return { state: 'altered', stated: null }
  const { kid, registeredAt: _, ...jwk } = measurement.key
  const key = await crypto.subtle.importKey('jwk', jwk, ES256, false, ['verify'])
  const text = new TextEncoder().encode(`${head}.${body}`)
  const isSigned = await crypto.subtle.verify(ES256, key, signature, text)
  if (!isSigned || parsed.data.kid !== kid) return { state: 'altered', stated: null }
  return { state: isAbout(stated.data, certificate) ? 'holds' : 'differs', stated: stated.data }
}

function isAbout(
  { contract, source, twins }: MeasurementStatement,
  { contract: certified, tables, files, privacyAccount }: Certificate,
): boolean {
  const delivered = tables.map(({ file }) => files.find(({ name }) => name === file)?.sha256)
  return (
    contract === certified.id &&
    source === privacyAccount?.sourceId &&
    twins.length === delivered.length &&
    twins.every(({ sha256 }) => delivered.includes(sha256))
  )
}

function readJson(part: string): unknown {
  const bytes = fromBase64Url(part)
  try {
    return bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

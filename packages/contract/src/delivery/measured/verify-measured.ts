/** Checks what a vendor has signed about its own measurement, as anyone can who has the certificate. */
import { z } from 'zod'
import { fromBase64Url } from '../../core/transparency/bytes.ts'
import type { Certificate } from '../certificates.ts'
import { neverLeftStatement, noiseTexts } from './measured-certificates.ts'
import { type MeasurementStatement, measurementStatement, measurementType } from './measurements.ts'

/** `altered`: it is not signed by the key that the certificate names. `differs`: it is about other data than is certified. */
export type StatementState = 'holds' | 'altered' | 'differs'

export const statementTexts: Record<StatementState, string> = {
  holds:
    'The vendor’s statement is signed by the key below, and is about this contract and these tables.',
  altered: 'The vendor’s statement is not signed by the key below.',
  differs: 'The vendor’s statement is signed by the key below, but is about other data than this.',
}

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
export async function verifyMeasured(certificate: Certificate): Promise<VerifiedStatement | null> {
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
    contract === certified?.id &&
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

/** Says who attests what of a delivery that its vendor measured; nothing of any other. */
export const measuredTexts = ({ measurement }: Certificate): string[] =>
  measurement
    ? [
        neverLeftStatement,
        measurement.vendorAttests,
        measurement.platformAttests,
        noiseTexts[measurement.noise],
        measurement.notKnown,
      ]
    : []

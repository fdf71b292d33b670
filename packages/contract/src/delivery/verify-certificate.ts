/**
 * Checks certificates, findings and draws as anyone can: the signature against the published keys, with the Web Crypto API of
 * browsers and of Node.js, a hash for each disclosed claim, and then the shape.
 */
import { z } from 'zod'
import { fromBase64Url } from '../core/transparency/bytes.ts'
import { type Certificate, certificate } from './certificates.ts'
import { type DrawStatement, drawStatement } from './draws.ts'
import { type Finding, finding } from './findings/findings.ts'
import { revealClaims, splitSdJwt } from './sd-jwt.ts'

/** Names the kind whose claims of money are disclosed one by one (RFC 9901). */
export const certificateType = 'semblance-certificate+sd-jwt'
/** Names the kind of earlier releases, which states all that it has. */
export const plainCertificateType = 'semblance-certificate+jwt'
export const findingType = 'semblance-finding+jwt'
export const drawType = 'semblance-draw+jwt'

/** `unknown_key` and `altered` leave the payload unproven; an unreadable text has none. */
type Verified<Payload> =
  | { state: 'valid' | 'unknown_key' | 'altered'; kid: string; payload: Payload }
  | { state: 'unreadable' }

/** `undisclosed` counts the claims that the certificate commits to and this copy of it does not show. */
export type VerifiedCertificate =
  | {
      state: 'valid' | 'unknown_key' | 'altered'
      kid: string
      certificate: Certificate
      undisclosed: number
    }
  | { state: 'unreadable' }

/** Parses a JWK set; members that are not P-256 keys are ignored. */
export const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) })
export type KeySet = z.infer<typeof keySet>

const ecKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
})

/** `crit` names extensions that must be understood; there are none (RFC 7515, section 4.1.11). */
const protectedHeader = z.object({
  alg: z.literal('ES256'),
  typ: z.enum([certificateType, plainCertificateType, findingType, drawType]),
  kid: z.string(),
  crit: z.undefined().optional(),
})

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Checks a certificate of either kind; a disclosure that it does not commit to makes it an altered one. */
export async function verifyCertificate(text: string, keys: KeySet): Promise<VerifiedCertificate> {
  const read = readSignedCertificate(text)
  if (!read) return { state: 'unreadable' }
  const { signed, isWhole, ...stated } = read
  const state = await verifySignature(signed, keys)
  return { state: state === 'valid' && !isWhole ? 'altered' : state, kid: signed.kid, ...stated }
}

/** Checks a finding in the same way. */
export async function verifyFinding(jws: string, keys: KeySet): Promise<Verified<Finding>> {
  const read = readFindingText(jws)
  if (!read) return { state: 'unreadable' }
  const { signed, payload } = read
  return { state: await verifySignature(signed, keys), kid: signed.kid, payload }
}

/** Checks the certificate of a draw in the same way. */
export async function verifyDraw(jws: string, keys: KeySet): Promise<Verified<DrawStatement>> {
  const read = readDrawText(jws)
  if (!read) return { state: 'unreadable' }
  const { signed, payload } = read
  return { state: await verifySignature(signed, keys), kid: signed.kid, payload }
}

/** Returns what a certificate says, without a look at its signature; null if it is none. */
export function readCertificate(text: string): Certificate | null {
  const read = readSignedCertificate(text)
  return read?.isWhole ? read.certificate : null
}

/** Returns what a finding says, without a look at its signature; null if it is none. */
export const readFinding = (jws: string): Finding | null => readFindingText(jws)?.payload ?? null

/** Returns what the certificate of a draw says, without a look at its signature; null if it is none. */
export const readDraw = (jws: string): DrawStatement | null => readDrawText(jws)?.payload ?? null

/** Returns true for a certificate whose claims of money are disclosed one by one. */
export const isSelective = (text: string): boolean =>
  readSigned(splitSdJwt(text)?.jwt ?? '')?.typ === certificateType

/** Reads a certificate; not whole where a disclosure does not belong to it, which is then passed over. */
function readSignedCertificate(text: string) {
  const parts = splitSdJwt(text)
  const signed = parts && readSigned(parts.jwt)
  if (!parts || !signed || signed.typ === findingType || signed.typ === drawType) return null
  if (signed.typ === plainCertificateType) {
    const plain = certificate.safeParse(signed.payload)
    if (!plain.success || text.includes('~')) return null
    return { signed, isWhole: true, certificate: plain.data, undisclosed: 0 }
  }
  const all = revealClaims(signed.payload, parts.disclosures)
  const revealed = all ?? revealClaims(signed.payload, [])
  const stated = certificate.safeParse(revealed?.claims)
  if (!revealed || !stated.success) return null
  const { undisclosed } = revealed
  return { signed, isWhole: all !== null, certificate: stated.data, undisclosed }
}

function readFindingText(jws: string) {
  const signed = readSigned(jws)
  const payload = finding.safeParse(signed?.payload)
  return signed?.typ === findingType && payload.success ? { signed, payload: payload.data } : null
}

function readDrawText(jws: string) {
  const signed = readSigned(jws)
  const payload = drawStatement.safeParse(signed?.payload)
  return signed?.typ === drawType && payload.success ? { signed, payload: payload.data } : null
}

type Signed = {
  kid: string
  typ: z.infer<typeof protectedHeader>['typ']
  payload: unknown
  signature: Uint8Array<ArrayBuffer>
  /** Holds the signed part. */
  text: string
}

function readSigned(jws: string): Signed | null {
  const [head = '', body = '', given = '', ...more] = jws.trim().split('.')
  const header = protectedHeader.safeParse(readJson(head))
  const payload = readJson(body)
  const signature = fromBase64Url(given)
  if (more.length > 0 || !header.success || payload === undefined || !signature) return null
  const { kid, typ } = header.data
  return { kid, typ, payload, signature, text: `${head}.${body}` }
}

async function verifySignature(
  { kid, signature, text }: Signed,
  keys: KeySet,
): Promise<'valid' | 'unknown_key' | 'altered'> {
  const jwk = ecKey.safeParse(keys.keys.find((key) => key.kid === kid))
  if (!jwk.success) return 'unknown_key'
  const key = await crypto.subtle.importKey('jwk', jwk.data, ES256, false, ['verify'])
  const isValid = await crypto.subtle.verify(ES256, key, signature, new TextEncoder().encode(text))
  return isValid ? 'valid' : 'altered'
}

function readJson(part: string): unknown {
  const bytes = fromBase64Url(part)
  try {
    return bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

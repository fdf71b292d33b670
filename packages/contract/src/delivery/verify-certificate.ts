/**
 * Checks certificates and findings as anyone can: the signature against the published keys, with the Web Crypto API of
 * browsers and of Node.js, and then the shape.
 */
import { z } from 'zod'
import { type Certificate, certificate } from './certificates.ts'
import { type Finding, finding } from './findings.ts'

export const certificateType = 'semblance-certificate+jwt'
export const findingType = 'semblance-finding+jwt'

/** `unknown_key` and `altered` leave the payload unproven; an unreadable text has none. */
type Verified<Payload> =
  | { state: 'valid' | 'unknown_key' | 'altered'; kid: string; payload: Payload }
  | { state: 'unreadable' }

export type VerifiedCertificate =
  | { state: 'valid' | 'unknown_key' | 'altered'; kid: string; certificate: Certificate }
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
  typ: z.enum([certificateType, findingType]),
  kid: z.string(),
  crit: z.undefined().optional(),
})

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

export async function verifyCertificate(jws: string, keys: KeySet): Promise<VerifiedCertificate> {
  const verified = await verifySigned(jws, keys, { type: certificateType, payload: certificate })
  if (verified.state === 'unreadable') return verified
  const { payload, ...found } = verified
  return { ...found, certificate: payload }
}

/** Checks a finding in the same way. */
export async function verifyFinding(jws: string, keys: KeySet): Promise<Verified<Finding>> {
  return await verifySigned(jws, keys, { type: findingType, payload: finding })
}

/** Returns what a certificate says, without a look at its signature; null if it is none. */
export const readCertificate = (jws: string): Certificate | null =>
  readSigned(jws, { type: certificateType, payload: certificate })?.payload ?? null

/** Returns what a finding says, without a look at its signature; null if it is none. */
export const readFinding = (jws: string): Finding | null =>
  readSigned(jws, { type: findingType, payload: finding })?.payload ?? null

type Kind<Payload> = {
  type: z.infer<typeof protectedHeader>['typ']
  payload: z.ZodType<Payload>
}

function readSigned<Payload>(jws: string, kind: Kind<Payload>) {
  const [head = '', body = '', signature = '', ...more] = jws.trim().split('.')
  const header = protectedHeader.safeParse(readJson(head))
  const payload = kind.payload.safeParse(readJson(body))
  const signed = readBase64(signature)
  if (more.length > 0 || !header.success || !payload.success || !signed) return null
  if (header.data.typ !== kind.type) return null
  return { kid: header.data.kid, payload: payload.data, signed, text: `${head}.${body}` }
}

async function verifySigned<Payload>(
  jws: string,
  keys: KeySet,
  kind: Kind<Payload>,
): Promise<Verified<Payload>> {
  const read = readSigned(jws, kind)
  if (!read) return { state: 'unreadable' }
  const { kid, payload, signed, text } = read
  const jwk = ecKey.safeParse(keys.keys.find((key) => key.kid === kid))
  if (!jwk.success) return { state: 'unknown_key', kid, payload }
  const key = await crypto.subtle.importKey('jwk', jwk.data, ES256, false, ['verify'])
  const isValid = await crypto.subtle.verify(ES256, key, signed, new TextEncoder().encode(text))
  return { state: isValid ? 'valid' : 'altered', kid, payload }
}

function readJson(part: string): unknown {
  try {
    return JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(readBase64(part) ?? undefined),
    )
  } catch {
    return undefined
  }
}

/** Base64url without padding (RFC 7515, section 2); null for any other text. */
function readBase64(part: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(part)) return null
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

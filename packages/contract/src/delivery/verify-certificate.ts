/**
 * Checks certificates as anyone can: the signature against the published keys, with the Web Crypto API of
 * browsers and of Node.js, and then the shape.
 */
import { z } from 'zod'
import { type Certificate, certificate } from './certificates.ts'

export const certificateType = 'semblance-certificate+jwt'

/** `unknown_key` and `altered` leave the payload unproven; an unreadable text has none. */
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
  typ: z.literal(certificateType),
  kid: z.string(),
  crit: z.undefined().optional(),
})

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

export async function verifyCertificate(jws: string, keys: KeySet): Promise<VerifiedCertificate> {
  const [head = '', body = '', signature = '', ...more] = jws.trim().split('.')
  const read = {
    header: protectedHeader.safeParse(readJson(head)),
    payload: certificate.safeParse(readJson(body)),
  }
  const signed = readBase64(signature)
  if (more.length > 0 || !read.header.success || !read.payload.success || !signed)
    return { state: 'unreadable' }
  const { kid } = read.header.data
  const found = { kid, certificate: read.payload.data }
  const jwk = ecKey.safeParse(keys.keys.find((key) => key.kid === kid))
  if (!jwk.success) return { state: 'unknown_key', ...found }
  const key = await crypto.subtle.importKey('jwk', jwk.data, ES256, false, ['verify'])
  const text = new TextEncoder().encode(`${head}.${body}`)
  const isValid = await crypto.subtle.verify(ES256, key, signed, text)
  return { state: isValid ? 'valid' : 'altered', ...found }
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

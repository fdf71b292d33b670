/**
 * Signs and verifies access tokens: ES256 JWTs in the protocol's shape. Does not check that the
 * session still exists.
 */
import { decodeProtectedHeader, errors, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { AuthError } from '../errors.ts'
import { ACCESS_TOKEN_SECONDS, type Keys } from './signing-keys.ts'

const AUDIENCE = 'authenticated'

export type AccessClaims = JWTPayload & {
  sub: string
  session_id: string
  email: string
  exp: number
  aal: 'aal1' | 'aal2'
}

export async function signAccessToken(
  keys: Keys,
  issuer: string,
  issuedAtSeconds: number,
  claims: Omit<AccessClaims, 'iss' | 'aud' | 'exp' | 'iat'>,
): Promise<string> {
  return await new SignJWT({ ...claims, role: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAtSeconds)
    .setExpirationTime(issuedAtSeconds + ACCESS_TOKEN_SECONDS)
    .sign(keys.signing.privateKey)
}

/**
 * Limits the tokens whose verification is remembered. A page asks several things with the same token,
 * and its signature does not change; the time and the key are checked each time.
 */
const MAX_REMEMBERED = 2000

const remembered = new Map<string, { jwk: JWK; claims: AccessClaims }>()

/** Throws AuthError `bad_jwt` with the message that says what is wrong. */
export async function verifyAccessToken(
  jwks: JWK[],
  issuer: string,
  token: string,
): Promise<AccessClaims> {
  if (jwks.length === 0) throw new AuthError('bad_jwt', { message: 'JWKS is empty' })
  const kid = keyIdOf(token)
  const jwk = jwks.find((candidate) => kid !== undefined && candidate.kid === kid)
  if (!jwk) {
    throw new AuthError('bad_jwt', { message: 'No matching signing key found in JWKS' })
  }
  const known = remembered.get(token)
  if (known?.jwk === jwk && known.claims.iss === issuer && known.claims.exp > Date.now() / 1000)
    return known.claims
  try {
    // The library keeps the imported key as long as the key ring keeps this object.
    const { payload } = await jwtVerify(token, jwk, {
      algorithms: ['ES256'],
      issuer,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'session_id', 'exp'],
    })
    const claims = payload as AccessClaims
    if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!)
    remembered.set(token, { jwk, claims })
    return claims
  } catch (error) {
    throw new AuthError('bad_jwt', { message: toTokenError(error) })
  }
}

export function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    throw new AuthError('bad_jwt')
  }
}

function toTokenError(error: unknown): string {
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'Invalid JWT signature'
  if (error instanceof errors.JWTExpired) return 'JWT expired'
  if (error instanceof errors.JOSEError) return error.message
  throw error
}

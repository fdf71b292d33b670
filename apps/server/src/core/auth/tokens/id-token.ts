/** Sign-in with an ID token that a provider gave to an app on the person's device. */
import { createHash } from 'node:crypto'
import { type JWTPayload, jwtVerify } from 'jose'
import { system } from '../../../platform/database/db.ts'
import { linkIdentity, userOfProvider } from '../accounts/identities.ts'
import type { AuthContext, Caller, Session } from '../context.ts'
import { AuthError } from '../errors.ts'
import { lockUser } from '../queries/users.ts'
import { requireProof } from '../sign-in/proofs.ts'
import type { Provider } from '../sign-in/providers.ts'
import { isBanned, openSession, type WireSession } from '../sign-in/sessions.ts'
import { getProvider, identityOf } from '../sign-in/social-sign-in.ts'

/** Asymmetric only: a shared secret would let the client itself write tokens. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA']

type Presented = { provider: string; idToken: string; accessToken?: string; nonce?: string }

export async function signInWithIdToken(
  ctx: AuthContext,
  input: Presented,
  options: { caller: Caller; linkingTo: Session | null },
): Promise<WireSession> {
  const provider = getProvider(ctx, input.provider)
  const claims = await verifyIdToken(provider, input)
  const identity = identityOf(provider.options.name, claims)
  return await ctx.db.transaction(system, async (tx) => {
    if (options.linkingTo) await requireProof(tx, options.linkingTo)
    const owner = options.linkingTo && (await lockUser(tx, options.linkingTo.userId))
    const user = owner
      ? await linkIdentity(ctx, tx, owner, identity)
      : await userOfProvider(ctx, tx, identity)
    if (isBanned(user)) throw new AuthError('user_banned')
    return await openSession(ctx, tx, user, { method: 'oauth', caller: options.caller })
  })
}

async function verifyIdToken(provider: Provider, input: Presented): Promise<JWTPayload> {
  const { issuer } = (await provider.config()).serverMetadata()
  const { clientId, audiences } = provider.options
  const keys = await provider.keys()
  const { payload } = await jwtVerify(input.idToken, keys, {
    issuer,
    audience: [clientId, ...audiences],
    algorithms,
    requiredClaims: ['sub', 'iat', 'exp'],
  }).catch((cause) => {
    throw new AuthError('bad_jwt', { message: `Bad ID token: ${cause.message}`, cause })
  })
  checkNonce(payload.nonce, input.nonce)
  if (input.accessToken && typeof payload.at_hash === 'string') {
    const digest = createHash('sha256').update(input.accessToken).digest()
    const expected = digest.subarray(0, digest.length / 2).toString('base64url')
    if (payload.at_hash !== expected) {
      throw new AuthError('bad_jwt', { message: 'Access token does not belong to the ID token' })
    }
  }
  return payload
}

/** The token holds the nonce's SHA-256 in hex, so that only who made the nonce can present it. */
function checkNonce(claimed: unknown, presented: string | undefined): void {
  if ((claimed === undefined) !== (presented === undefined)) {
    const message = 'Passed nonce and nonce in id_token should either both exist or not.'
    throw new AuthError('bad_jwt', { message })
  }
  if (presented === undefined) return
  if (createHash('sha256').update(presented).digest('hex') !== claimed) {
    throw new AuthError('bad_jwt', { message: 'Nonces mismatch' })
  }
}

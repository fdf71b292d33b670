/** Sessions: opened by any proof of identity, continued by refresh tokens, ended by sign-out. */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { system, type Tx } from '../../../platform/database/db.ts'
import { readWireUser } from '../accounts/wire-user.ts'
import { type Aal, type AuthContext, anonKey, type Caller, type Session } from '../context.ts'
import { AuthError, type AuthErrorCode } from '../errors.ts'
import { hasFactor } from '../queries/factors.ts'
import * as queries from '../queries/sessions.ts'
import { findUser, type UserRow, updateUserRow } from '../queries/users.ts'
import {
  type AccessClaims,
  keyIdOf,
  signAccessToken,
  verifyAccessToken,
} from '../tokens/access-tokens.ts'
import { hashToken } from '../tokens/opaque-tokens.ts'
import { ACCESS_TOKEN_SECONDS } from '../tokens/signing-keys.ts'

export type WireSession = Awaited<ReturnType<typeof wireSession>>

const issuerOf = (ctx: AuthContext) => `${ctx.publicUrl}/auth/v1`

export const isBanned = (user: UserRow) =>
  user.banned_until !== null && user.banned_until > new Date()

/**
 * Lists the sign-ins that prove who is there: by password, or by what was just sent to the account's
 * mailbox or phone. A provider's answer shows only that the browser is signed in there.
 */
const provingMethods = new Set([
  'password',
  'otp',
  'recovery',
  'magiclink',
  'invite',
  'email/signup',
  'email_change',
])

/** Returns `method` as the newest entry, in place of an earlier one. */
const withMethod = (earlier: queries.Amr, method: string, at: Date): queries.Amr => [
  { method, timestamp: Math.floor(at.getTime() / 1000) },
  ...earlier.filter((entry) => entry.method !== method),
]

/**
 * Opens a session. `method` is how the person proved who they are: password, otp, recovery, ... It
 * proves nothing for sensitive acts while the account's second factor is due. Throws sso_required where the person
 * has to come by a company's provider.
 */
export async function openSession(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  options: { method: string; caller: Caller },
): Promise<WireSession> {
  const now = new Date()
  const amr = withMethod([], options.method, now)
  const hasSecond = await hasFactor(tx, user.id)
  const who = { id: user.id, hasFactor: hasSecond }
  if (options.method !== 'sso' && (await ctx.companies.isRequired(tx, who)))
    throw new AuthError('sso_required')
  const isProof = provingMethods.has(options.method) && !hasSecond
  const { caller } = options
  const provedAt = isProof ? now : null
  const id = await queries.insertSession(tx, { userId: user.id, amr, caller, provedAt })
  const refreshToken = await issueRefreshToken(ctx, tx, id, null)
  const signedIn = await updateUserRow(tx, user.id, { last_sign_in_at: new Date() })
  const browser = createHash('sha256')
    .update(options.caller.userAgent ?? '')
    .digest()
  if (await queries.recordKnownBrowser(tx, user.id, browser))
    await ctx.onNewBrowser(tx, { id: user.id, email: user.email }, options.caller)
  return await wireSession(ctx, tx, signedIn, { id, aal: 'aal1', amr }, refreshToken)
}

/**
 * Raises a session after another factor, and replaces its tokens at aal1. The first code of a
 * new factor is no proof of the person: the session keeps the proof it had.
 */
export async function raiseToAal2(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  proof: { sessionId: string; factorId: string; method: string; isFirst: boolean },
): Promise<WireSession> {
  const session = await queries.lockSession(tx, proof.sessionId)
  if (!session) throw new AuthError('session_not_found')
  const now = new Date()
  const amr = withMethod(session.amr as queries.Amr, proof.method, now)
  await queries.raiseSession(tx, {
    id: session.id,
    userId: user.id,
    factorId: proof.factorId,
    amr,
    provedAt: proof.isFirst ? session.proved_at : now,
  })
  const refreshToken = await replaceRefreshTokens(ctx, tx, session.id)
  return await wireSession(ctx, tx, user, { id: session.id, aal: 'aal2', amr }, refreshToken)
}

/**
 * Marks a session as proved and replaces its tokens, so that a copy of the earlier ones gains nothing
 * by the proof. Throws session_not_found.
 */
export async function renewAfterProof(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  proof: { sessionId: string; method: string },
): Promise<WireSession> {
  const session = await queries.lockSession(tx, proof.sessionId)
  if (!session) throw new AuthError('session_not_found')
  const now = new Date()
  const amr = withMethod(session.amr as queries.Amr, proof.method, now)
  await queries.markProved(tx, { id: session.id, amr, provedAt: now })
  const refreshToken = await replaceRefreshTokens(ctx, tx, session.id)
  return await wireSession(ctx, tx, user, { id: session.id, aal: session.aal, amr }, refreshToken)
}

/** Deletes all of them: a parent would be handed its successor. */
async function replaceRefreshTokens(ctx: AuthContext, tx: Tx, sessionId: string): Promise<string> {
  await queries.deleteRefreshTokens(tx, sessionId)
  return await issueRefreshToken(ctx, tx, sessionId, null)
}

async function wireSession(
  ctx: AuthContext,
  tx: Tx,
  row: UserRow,
  session: { id: string; aal: string; amr: queries.Amr },
  refreshToken: string,
) {
  const user = await readWireUser(tx, row)
  const nowSeconds = Math.floor(Date.now() / 1000)
  const accessToken = await signAccessToken(
    await ctx.keyRing.current(),
    issuerOf(ctx),
    nowSeconds,
    {
      sub: user.id,
      email: user.email,
      phone: user.phone,
      app_metadata: user.app_metadata,
      user_metadata: user.user_metadata,
      aal: session.aal as Aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: user.is_anonymous,
    },
  )
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: nowSeconds + ACCESS_TOKEN_SECONDS,
    refresh_token: refreshToken,
    user,
  }
}

const refreshTokenOf = (ctx: AuthContext, id: string) =>
  createHmac('sha256', ctx.secrets.key('auth.refresh-tokens')).update(id).digest('base64url')

async function issueRefreshToken(
  ctx: AuthContext,
  tx: Tx,
  sessionId: string,
  parentId: string | null,
): Promise<string> {
  const id = randomUUID()
  const token = refreshTokenOf(ctx, id)
  await queries.insertRefreshToken(tx, { id, hash: hashToken(token), sessionId, parentId })
  return token
}

/** Swaps a refresh token; one used twice ends its session, and that stands although the answer is an error. */
export async function refreshSession(
  ctx: AuthContext,
  token: string,
  caller: Caller,
): Promise<WireSession> {
  const hash = hashToken(token)
  const result = await ctx.db.transaction(system, (tx) => swapToken(ctx, tx, hash, caller))
  if (typeof result === 'string') throw new AuthError(result, { status: 400 })
  return result
}

async function swapToken(
  ctx: AuthContext,
  tx: Tx,
  hash: string,
  caller: Caller,
): Promise<WireSession | AuthErrorCode> {
  const known = await queries.findRefreshToken(tx, hash)
  const session = known && (await queries.lockSession(tx, known.session_id))
  const presented = session && (await queries.findRefreshToken(tx, hash)) // checked again, now that no other request can swap it
  if (!presented) return 'refresh_token_not_found'
  const user = await findUser(tx, session.user_id)
  if (!user) return 'session_not_found'
  if (isBanned(user)) return 'user_banned'
  if (isExpired(ctx, session)) {
    await queries.deleteSession(tx, session.id)
    return 'session_expired'
  }

  const active = await queries.findActiveRefreshToken(tx, session.id)
  const answerWasLost = presented.revoked_at && active?.parent_id === presented.id
  if (presented.revoked_at && !answerWasLost) {
    ctx.log.warn({ sessionId: session.id, userId: user.id }, 'refresh token used twice')
    await queries.deleteSession(tx, session.id)
    return 'refresh_token_already_used'
  }
  const wire = { id: session.id, aal: session.aal, amr: session.amr as queries.Amr }
  if (answerWasLost) return await wireSession(ctx, tx, user, wire, refreshTokenOf(ctx, active.id))
  await queries.revokeRefreshToken(tx, presented.id)
  const next = await issueRefreshToken(ctx, tx, session.id, presented.id)
  await queries.markRefreshed(tx, session.id, caller.ip)
  return await wireSession(ctx, tx, user, wire, next)
}

function isExpired(
  ctx: Pick<AuthContext, 'settings'>,
  session: { created_at: Date; refreshed_at: Date | null; ends_at: Date | null },
) {
  if (session.ends_at) return session.ends_at.getTime() <= Date.now()
  const { sessionLifeMs, sessionIdleMs } = ctx.settings
  const isOver = (since: Date, lifeMs: number | null) =>
    lifeMs !== null && since.getTime() + lifeMs <= Date.now()
  const lastUsed = session.refreshed_at ?? session.created_at
  return isOver(session.created_at, sessionLifeMs) || isOver(lastUsed, sessionIdleMs)
}

/**
 * Returns what a bearer token claims, or null for the anonymous key. Checks the token alone: whether
 * its session stands is for `resolveSession` to say. Throws no_authorization, bad_jwt.
 */
export async function readToken(ctx: AuthContext, bearer: string): Promise<AccessClaims | null> {
  if (bearer === anonKey) return null
  if (!bearer) throw new AuthError('no_authorization')
  const { jwks } = await ctx.keyRing.current(keyIdOf(bearer))
  return await verifyAccessToken(jwks, issuerOf(ctx), bearer)
}

/**
 * Returns the session of a token. Throws AuthError if the database knows that it has ended. Requires
 * the system role.
 */
export async function resolveSession(
  ctx: Pick<AuthContext, 'settings'>,
  tx: Tx,
  claims: AccessClaims,
): Promise<Session> {
  const row = await queries.findSessionWithUser(tx, claims.session_id, claims.sub)
  if (!row) throw new AuthError('user_not_found')
  if (!row.session_id || !row.created_at) throw new AuthError('session_not_found')
  if (row.is_banned) throw new AuthError('user_banned')
  const { created_at, refreshed_at, ends_at } = row
  if (isExpired(ctx, { created_at, refreshed_at, ends_at })) {
    throw new AuthError('session_not_found')
  }
  const aal = claims.aal === 'aal2' && row.aal === 'aal2' ? 'aal2' : 'aal1'
  return {
    userId: claims.sub,
    email: row.email ?? '',
    sessionId: row.session_id,
    expiresAt: new Date(claims.exp * 1000),
    aal,
    awaitsSecondFactor: Boolean(row.has_factor) && aal === 'aal1',
    provedAt: carriesProof(claims.iat, row.proved_at) ? row.proved_at : null,
  }
}

/** Returns true if the token was issued with the session's proof or after it; `iat` is in seconds. */
const carriesProof = (iat: number | undefined, provedAt: Date | null): boolean =>
  provedAt !== null && (iat ?? 0) >= Math.floor(provedAt.getTime() / 1000)

/** Returns a bearer token's standing session, or null for the anonymous key. Throws AuthError. */
export async function verifyBearer(ctx: AuthContext, bearer: string): Promise<Session | null> {
  const claims = await readToken(ctx, bearer)
  return (
    claims && (await ctx.db.transaction(system, (tx) => resolveSession(ctx, tx, claims), 'read'))
  )
}

export const signOutScopes = ['global', 'local', 'others'] as const

export async function signOut(
  ctx: AuthContext,
  session: Session,
  scope: (typeof signOutScopes)[number],
): Promise<void> {
  await ctx.db.transaction(system, async (tx) => {
    if (scope === 'local') await queries.deleteSession(tx, session.sessionId)
    else {
      const kept = scope === 'others' ? session.sessionId : undefined
      await queries.deleteSessionsOfUser(tx, session.userId, kept)
    }
  })
}

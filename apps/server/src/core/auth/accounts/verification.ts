/** Redeems the links and codes that users were sent. */
import { system, type Tx } from '../../../platform/database/db.ts'
import type { AuthContext, Caller } from '../context.ts'
import { AuthError, type AuthErrorCode } from '../errors.ts'
import * as oneTime from '../queries/one-time-tokens.ts'
import { lockUser, type UserRow, updateUserRow } from '../queries/users.ts'
import { clearLimit, enforceLimit } from '../sign-in/rate-limits.ts'
import { isBanned, openSession, type WireSession } from '../sign-in/sessions.ts'
import { codeScope } from '../tokens/one-time-tokens.ts'
import { codeMatches, hashToken, newToken } from '../tokens/opaque-tokens.ts'
import { confirmEmailChange } from './email-change.ts'
import { confirmAddress } from './new-users.ts'
import { confirmPhoneChange } from './phone-change.ts'

/** Limits the life of a code, counted from its issue, not from the request for the mail. */
const PKCE_CODE_LIFE_MS = 300_000
/** Limits wrong guesses at a six-digit code. */
const MAX_WRONG_CODES = 5

/** The protocol's names for what a token may be; `email` takes any that signs in. */
const verifyTypes: Record<string, oneTime.TokenType[]> = {
  signup: ['signup'],
  invite: ['invite'],
  recovery: ['recovery'],
  magiclink: ['magiclink', 'signup'],
  email: ['signup', 'magiclink', 'recovery', 'invite'],
  email_change: ['email_change_current', 'email_change_new'],
  sms: ['sms'],
  phone_change: ['phone_change'],
}

/** Identifies a token by the link, or by the recipient's address or number and the code. */
export type Presented = { type: string } & ({ token: string } | { recipient: string; code: string })

export type Redeemed =
  | { outcome: 'signed-in'; user: UserRow; type: oneTime.TokenType; codeChallenge: string | null }
  | { outcome: 'half-confirmed'; codeChallenge: string | null }

/** `half`: one of the two mailboxes of an e-mail change has agreed. */
export type VerifiedToken = { half: true } | { half?: never; session: WireSession }

/** Redeems a token and opens a session, in every flow the token was sent for. */
export async function verifyForSession(
  ctx: AuthContext,
  input: Presented,
  caller: Caller,
): Promise<VerifiedToken> {
  if ('code' in input) await enforceLimit(ctx, 'codeGuesses', input.recipient)
  const result = await ctx.db.transaction(
    system,
    async (tx): Promise<VerifiedToken | AuthErrorCode> => {
      const redeemed = await redeem(ctx, tx, input)
      if (typeof redeemed === 'string') return redeemed
      if (redeemed.outcome === 'half-confirmed') return { half: true }
      return { session: await openSession(ctx, tx, redeemed.user, { method: 'otp', caller }) }
    },
  )
  if (typeof result === 'string') throw new AuthError(result)
  if ('code' in input) await clearLimit(ctx, 'codeGuesses', input.recipient)
  return result
}

/** Redeems a link opened in a browser. Returns a code for PKCE links, a session for others. */
export async function verifyLink(
  ctx: AuthContext,
  input: { token: string; type: string },
  caller: Caller,
): Promise<VerifiedToken | { code: string; half?: never }> {
  return await ctx.db.transaction(system, async (tx) => {
    const redeemed = await redeem(ctx, tx, input)
    if (typeof redeemed === 'string') {
      throw new AuthError(redeemed, { message: 'Email link is invalid or has expired' })
    }
    if (redeemed.outcome === 'half-confirmed') return { half: true }
    const { user, type, codeChallenge } = redeemed
    if (!codeChallenge) {
      return { session: await openSession(ctx, tx, user, { method: 'otp', caller }) }
    }
    const method =
      type === 'signup' ? 'email/signup' : type.replace(/^email_change_.*/, 'email_change')
    return { code: await issuePkceCode(ctx, tx, { userId: user.id, method, codeChallenge }) }
  })
}

export async function issuePkceCode(
  ctx: AuthContext,
  tx: Tx,
  flow: { userId: string; method: string; codeChallenge: string; providerTokens?: object },
): Promise<string> {
  const code = newToken()
  await oneTime.insertPkceCode(tx, {
    hash: hashToken(code),
    userId: flow.userId,
    method: flow.method,
    codeChallenge: flow.codeChallenge,
    providerTokensSealed: flow.providerTokens
      ? ctx.secrets.seal('auth.provider-tokens', JSON.stringify(flow.providerTokens))
      : null,
    expiresAt: new Date(Date.now() + PKCE_CODE_LIFE_MS),
  })
  return code
}

/** An error comes back as its code where a wrong guess has to stay counted. */
async function redeem(
  ctx: AuthContext,
  tx: Tx,
  input: Presented,
): Promise<Redeemed | AuthErrorCode> {
  const types = verifyTypes[input.type]
  if (!types) return 'otp_expired'
  const token =
    'code' in input
      ? await consumeTokenByCode(ctx, tx, input, types)
      : await oneTime.consumeToken(tx, hashToken(input.token), types)
  const user = token && (await lockUser(tx, token.user_id))
  if (!token || !user) return 'otp_expired'
  if (isBanned(user)) throw new AuthError('user_banned')
  const codeChallenge = token.code_challenge
  switch (token.type) {
    case 'email_change_current':
    case 'email_change_new': {
      const side = token.type === 'email_change_new' ? 'new' : 'current'
      const changed = await confirmEmailChange(ctx, tx, user, side)
      if (!changed) return { outcome: 'half-confirmed', codeChallenge }
      return { outcome: 'signed-in', user: changed, type: token.type, codeChallenge }
    }
    case 'phone_change': {
      const changed = await confirmPhoneChange(tx, user, token.recipient)
      return { outcome: 'signed-in', user: changed, type: token.type, codeChallenge }
    }
    default: {
      const proven = await dropUnprovenPassword(tx, user, token.type)
      const confirmed = token.type === 'sms' ? proven : await confirmAddress(ctx, tx, proven)
      return { outcome: 'signed-in', user: confirmed, type: token.type, codeChallenge }
    }
  }
}

/**
 * Removes an unproven password: the person who signed up may not own the mailbox. Only the
 * sign-up's own link proves both; a second sign-up with another password has removed it already.
 */
async function dropUnprovenPassword(
  tx: Tx,
  user: UserRow,
  type: oneTime.TokenType,
): Promise<UserRow> {
  if (user.email_confirmed_at || type === 'signup' || type === 'sms') return user
  return await updateUserRow(tx, user.id, { password_hash: null })
}

export async function consumeTokenByCode(
  ctx: AuthContext,
  tx: Tx,
  input: { recipient: string; code: string },
  types: oneTime.TokenType[],
): Promise<oneTime.TokenRow | null> {
  const candidates = await oneTime.lockCodesSentTo(tx, input.recipient, types)
  const match = candidates.find(({ user_id, type, code_hash }) =>
    codeMatches(ctx.secrets, codeScope(user_id, type), input.code, code_hash!),
  )
  if (!match) {
    const ids = candidates.map(({ id }) => id)
    await oneTime.countWrongCode(tx, ids, MAX_WRONG_CODES)
    return null
  }
  await oneTime.deleteToken(tx, match.id)
  return match
}

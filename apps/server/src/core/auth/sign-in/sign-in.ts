import { createHash } from 'node:crypto'
import { system } from '../../../platform/database/db.ts'
import type { AuthContext, Caller } from '../context.ts'
import { AuthError, type AuthErrorCode } from '../errors.ts'
import { passwordMatches } from '../passwords/passwords.ts'
import { consumePkceCode } from '../queries/one-time-tokens.ts'
import { listSessionAddresses } from '../queries/sessions.ts'
import { findUser, findUserByEmail, findUserByPhone, type UserRow } from '../queries/users.ts'
import { hashToken } from '../tokens/opaque-tokens.ts'
import { networkOf } from './client-address.ts'
import {
  clearLimit,
  enforceLimit,
  returnToLimit,
  secondsToRefill,
  withinLimit,
} from './rate-limits.ts'
import { isBanned, openSession, type WireSession } from './sessions.ts'

type Name = { email: string } | { phone: string }

/**
 * Opens a session for a right password. All wrong input gets the same answer in the same time.
 * Throws invalid_credentials, over_password_failures, user_banned, email_not_confirmed.
 */
export async function signInWithPassword(
  ctx: AuthContext,
  input: { password: string } & Name,
  caller: Caller,
): Promise<WireSession> {
  const isHuman = ctx.settings.captcha !== null
  const user = await checkPassword(ctx, input, caller, { isHuman })
  if (isBanned(user)) throw new AuthError('user_banned', { status: 400 })
  if (!user.email_confirmed_at && !('phone' in input)) throw new AuthError('email_not_confirmed')
  return await ctx.db.transaction(system, (tx) =>
    openSession(ctx, tx, user, { method: 'password', caller }),
  )
}

/**
 * Returns the account of a right password, under the brakes on guessing. `isHuman` says that a
 * captcha was solved. Throws invalid_credentials, over_password_failures.
 */
export async function checkPassword(
  ctx: AuthContext,
  { password, ...name }: { password: string } & Name,
  caller: Caller,
  { isHuman }: { isHuman: boolean },
): Promise<UserRow> {
  const subject = 'phone' in name ? name.phone : name.email
  const attempts = `${networkOf(caller.ip)}:${subject}`
  await enforceLimit(ctx, 'signInFailures', attempts)
  const isCounted = !isHuman && (await takeFromAccount(ctx, name, caller))
  const user = await ctx.db.transaction(system, (tx) =>
    'phone' in name ? findUserByPhone(tx, name.phone) : findUserByEmail(tx, name.email),
  )
  const matches = await passwordMatches(user?.password_hash, password)
  if (!user || !matches) throw new AuthError('invalid_credentials')
  await clearLimit(ctx, 'signInFailures', attempts)
  if (isCounted) await returnToLimit(ctx, 'signInFailuresOfAccount', subject)
  return user
}

/**
 * Counts an attempt at one account, of all callers together. Returns false if it was let pass
 * without a count: a session of the account was last used from the caller's network, where guesses of
 * strangers must not lock its owner out. Throws over_password_failures.
 */
async function takeFromAccount(ctx: AuthContext, name: Name, caller: Caller): Promise<boolean> {
  const subject = 'phone' in name ? name.phone : name.email
  if (await withinLimit(ctx, 'signInFailuresOfAccount', subject)) return true
  const addresses = await ctx.db.transaction(system, (tx) => listSessionAddresses(tx, name))
  const network = networkOf(caller.ip)
  if (addresses.some((address) => networkOf(address) === network)) return false
  const retryAfterSeconds = secondsToRefill(ctx, 'signInFailuresOfAccount')
  throw new AuthError('over_password_failures', { retryAfterSeconds })
}

/** Redeems a PKCE code for a session. The code works once, even if the verifier is wrong. */
export async function signInWithCode(
  ctx: AuthContext,
  input: { code: string; verifier: string },
  caller: Caller,
): Promise<WireSession & object> {
  const result = await ctx.db.transaction(
    system,
    async (tx): Promise<(WireSession & object) | AuthErrorCode> => {
      const flow = await consumePkceCode(tx, hashToken(input.code))
      if (!flow) return 'flow_state_not_found'
      if (flow.expires_at <= new Date()) return 'flow_state_expired'
      const challenge = createHash('sha256').update(input.verifier).digest('base64url')
      if (challenge !== flow.code_challenge) return 'bad_code_verifier'
      const user = await findUser(tx, flow.user_id)
      if (!user || isBanned(user)) return 'user_banned'
      const session = await openSession(ctx, tx, user, { method: flow.method, caller })
      const sealed = flow.provider_tokens_sealed
      const tokens = sealed ? JSON.parse(ctx.secrets.open('auth.provider-tokens', sealed)) : {}
      return { ...session, ...tokens }
    },
  )
  if (typeof result === 'string') throw new AuthError(result)
  return result
}

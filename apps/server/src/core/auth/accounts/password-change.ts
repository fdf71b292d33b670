/**
 * Checks a new password: its strength and, depending on the settings, a second proof in addition to
 * the session.
 */
import { system } from '../../../platform/database/db.ts'
import type { AuthContext, Session } from '../context.ts'
import { AuthError } from '../errors.ts'
import { checkNewPassword, hashPassword, passwordMatches } from '../passwords/passwords.ts'
import { type Amr, findSessionRow } from '../queries/sessions.ts'
import { findUser, type UserRow, updateUserRow } from '../queries/users.ts'
import { enforceLimit } from '../sign-in/rate-limits.ts'
import { mailToken, textToken } from '../tokens/one-time-tokens.ts'
import { consumeTokenByCode } from './verification.ts'

/** A session younger than this has just proven who is there. */
const FRESH_MS = 24 * 3600_000

type Change = { password: string; currentPassword?: string; nonce?: string }

export async function newPasswordHash(
  ctx: AuthContext,
  session: Session,
  change: Change,
): Promise<string> {
  await checkNewPassword(ctx, change.password)
  const { user, row } = await ctx.db.transaction(system, async (tx) => ({
    user: await findUser(tx, session.userId),
    row: await findSessionRow(tx, session.sessionId),
  }))
  if (!user || !row) throw new AuthError('session_not_found')
  if (!user.email && !user.phone) {
    const message = 'A password needs an email address or phone number to sign in with'
    throw new AuthError('validation_failed', { message })
  }
  await checkCurrentPassword(ctx, user, row.amr as Amr, change.currentPassword)
  await checkNonce(ctx, user, row.created_at, change.nonce)
  if (await passwordMatches(user.password_hash, change.password)) {
    throw new AuthError('same_password')
  }
  return await hashPassword(change.password)
}

/** One that is given has to be right; waived for who came by mail or has none. */
async function checkCurrentPassword(
  ctx: AuthContext,
  user: UserRow,
  amr: Amr,
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword) {
    await enforceLimit(ctx, 'codeGuesses', `password:${user.id}`)
    if (await passwordMatches(user.password_hash, currentPassword)) return
    throw new AuthError('current_password_invalid')
  }
  const byMail = amr.some(({ method }) => ['recovery', 'otp', 'magiclink'].includes(method))
  if (ctx.settings.passwordChange !== 'password' || byMail || !user.password_hash) return
  throw new AuthError('current_password_required')
}

async function checkNonce(
  ctx: AuthContext,
  user: UserRow,
  sessionStart: Date,
  nonce: string | undefined,
): Promise<void> {
  if (nonce) {
    const recipient = (user.email ?? user.phone)!
    await enforceLimit(ctx, 'codeGuesses', recipient)
    const token = await ctx.db.transaction(system, (tx) =>
      consumeTokenByCode(ctx, tx, { recipient, code: nonce }, ['reauthentication']),
    )
    if (token?.user_id !== user.id) throw new AuthError('reauthentication_not_valid')
    return
  }
  const isFresh = sessionStart.getTime() > Date.now() - FRESH_MS
  if (ctx.settings.passwordChange === 'code' && !isFresh) {
    throw new AuthError('reauthentication_needed')
  }
}

/** Sends the code that such a change asks for. */
export async function requestReauthentication(ctx: AuthContext, session: Session): Promise<void> {
  await enforceLimit(ctx, 'mailTo', `reauthentication:${session.userId}`)
  await ctx.db.transaction(system, async (tx) => {
    const user = await findUser(tx, session.userId)
    if (!user) throw new AuthError('user_not_found')
    const issue = { userId: user.id, type: 'reauthentication' as const }
    if (user.email) await mailToken(ctx, tx, { ...issue, recipient: user.email })
    else if (user.phone) await textToken(ctx, tx, { ...issue, recipient: user.phone })
    else {
      const message = 'Reauthentication requires the user to have an email or a phone number'
      throw new AuthError('validation_failed', { message })
    }
    await updateUserRow(tx, user.id, { reauthentication_sent_at: new Date() })
  })
}

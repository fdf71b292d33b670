/** What signed-in people change about their own account, and what others may ask for by mail. */
import { system } from '../../platform/db.ts'
import type { AuthContext, Session } from './context.ts'
import { AuthError } from './errors.ts'
import { type LinkRequest, sendTokenMail } from './mail-tokens.ts'
import { checkNewPassword, hashPassword, passwordMatches } from './passwords.ts'
import { deleteOneTimeSecrets } from './queries/one-time.ts'
import { deleteSessionsOfUser } from './queries/sessions.ts'
import { findUser, findUserByEmail, listIdentities, updateUserRow } from './queries/users.ts'
import { enforceLimit } from './rate-limits.ts'
import { resendConfirmation } from './sign-up.ts'
import { type WireUser, wireUser } from './wire-user.ts'

/** Metadata travels in every access token, and servers take about 16 KB of headers. */
const MAX_METADATA_BYTES = 4096

export function checkMetadata(metadata: object): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES) {
    throw new AuthError('validation_failed', {
      message: `User data cannot be longer than ${MAX_METADATA_BYTES} bytes`,
    })
  }
}

export async function readUser(ctx: AuthContext, session: Session): Promise<WireUser> {
  return await ctx.db.transaction(system, async (tx) => {
    const user = await findUser(tx, session.userId)
    if (!user) throw new AuthError('user_not_found')
    return wireUser(user, await listIdentities(tx, user.id))
  })
}

/** A new password ends every other session and every pending link. */
export async function updateUser(
  ctx: AuthContext,
  session: Session,
  change: { password?: string; data?: Record<string, unknown> },
): Promise<WireUser> {
  const passwordHash = change.password
    ? await newPasswordHash(ctx, session, change.password)
    : undefined
  return await ctx.db.transaction(system, async (tx) => {
    const user = await findUser(tx, session.userId)
    if (!user) throw new AuthError('user_not_found')
    const metadata = mergeMetadata(user.user_metadata as object, change.data ?? {})
    checkMetadata(metadata)
    const updated = await updateUserRow(tx, user.id, {
      user_metadata: JSON.stringify(metadata),
      ...(passwordHash ? { password_hash: passwordHash } : {}),
    })
    if (passwordHash) {
      await deleteSessionsOfUser(tx, user.id, session.sessionId)
      await deleteOneTimeSecrets(tx, user.id)
    }
    return wireUser(updated, await listIdentities(tx, user.id))
  })
}

async function newPasswordHash(
  ctx: AuthContext,
  session: Session,
  password: string,
): Promise<string> {
  checkNewPassword(password)
  const user = await ctx.db.transaction(system, (tx) => findUser(tx, session.userId))
  if (await passwordMatches(user?.password_hash, password)) throw new AuthError('same_password')
  return await hashPassword(password)
}

/** A null removes its key. */
function mergeMetadata(before: object, change: Record<string, unknown>): object {
  const merged = { ...before, ...change }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

/** Sends the reset link if there is such an account; the answer does not tell. */
export async function requestRecovery(
  ctx: AuthContext,
  email: string,
  request: LinkRequest,
): Promise<void> {
  await enforceLimit(ctx, 'mailTo', `recovery:${email}`)
  await ctx.db.transaction(system, async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user) return
    await sendTokenMail(ctx, tx, user, 'recovery', request)
    await updateUserRow(tx, user.id, { recovery_sent_at: new Date() })
  })
}

/** Sends the confirmation link again if one is awaited; the answer does not tell. */
export async function requestConfirmation(
  ctx: AuthContext,
  email: string,
  request: LinkRequest,
): Promise<void> {
  await enforceLimit(ctx, 'mailTo', `signup:${email}`)
  await ctx.db.transaction(system, async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user && !user.email_confirmed_at) await resendConfirmation(ctx, tx, user, request)
  })
}

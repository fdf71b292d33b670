/** Changes a signed-in user's own account, and sends the account mails that any caller may request. */
import { system, type Tx } from '../../../platform/database/db.ts'
import type { AuthContext, Session } from '../context.ts'
import { AuthError } from '../errors.ts'
import { deleteOneTimeSecrets } from '../queries/one-time-tokens.ts'
import { deleteSessionsOfUser } from '../queries/sessions.ts'
import { findUserByEmail, lockUser, updateUserRow } from '../queries/users.ts'
import { requireProof } from '../sign-in/proofs.ts'
import { enforceLimit } from '../sign-in/rate-limits.ts'
import { resolveSession } from '../sign-in/sessions.ts'
import type { AccessClaims } from '../tokens/access-tokens.ts'
import { type LinkRequest, mailToken } from '../tokens/one-time-tokens.ts'
import { requestEmailChange } from './email-change.ts'
import { sendRecovery } from './invitations.ts'
import { newPasswordHash } from './password-change.ts'
import { requestPhoneChange } from './phone-change.ts'
import { resendConfirmation } from './sign-up.ts'
import { findWireUser, readWireUser, type WireUser } from './wire-user.ts'

/** Metadata travels in every access token, and servers take about 16 KB of headers. */
const MAX_METADATA_BYTES = 4096

export function checkMetadata(metadata: object): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES) {
    throw new AuthError('validation_failed', {
      message: `User data cannot be longer than ${MAX_METADATA_BYTES} bytes`,
    })
  }
}

export async function readUser(ctx: AuthContext, claims: AccessClaims): Promise<WireUser> {
  const read = async (tx: Tx) => {
    const [, user] = await Promise.all([
      resolveSession(ctx, tx, claims),
      findWireUser(tx, claims.sub),
    ])
    if (!user) throw new AuthError('user_not_found')
    return user
  }
  return await ctx.db.transaction(system, read, 'read')
}

export type UserUpdate = {
  email?: string
  phone?: string
  password?: string
  currentPassword?: string
  nonce?: string
  data?: Record<string, unknown>
}

/**
 * Changes the caller's own account. A new password ends every other session and every pending link.
 * What signs in to the account changes only in a session proved a short time ago (proof_needed).
 */
export async function updateUser(
  ctx: AuthContext,
  session: Session,
  change: UserUpdate,
  request: LinkRequest,
): Promise<WireUser> {
  const { email, phone, password } = change
  if ((email || phone || password) && session.awaitsSecondFactor) {
    throw new AuthError('insufficient_aal')
  }
  // The present password, sent along, proves as much where there is no second factor.
  const isPasswordShown = Boolean(change.currentPassword) && session.aal === 'aal1'
  if (email || phone || (password && !isPasswordShown))
    await ctx.db.transaction(system, (tx) => requireProof(tx, session))
  const passwordHash = password
    ? await newPasswordHash(ctx, session, { ...change, password })
    : undefined
  if (email) await enforceLimit(ctx, 'mailTo', `email_change:${session.userId}`)
  if (phone) await enforceLimit(ctx, 'smsTo', phone)
  return await ctx.db.transaction(system, async (tx) => {
    const before = await lockUser(tx, session.userId)
    if (!before) throw new AuthError('user_not_found')
    const metadata = mergeMetadata(before.user_metadata as object, change.data ?? {})
    checkMetadata(metadata)
    let user = await updateUserRow(tx, before.id, {
      user_metadata: metadata,
      ...(passwordHash ? { password_hash: passwordHash } : {}),
    })
    if (passwordHash) {
      await deleteSessionsOfUser(tx, user.id, session.sessionId)
      await deleteOneTimeSecrets(tx, user.id)
    }
    if (email && email !== user.email) {
      user = await requestEmailChange(ctx, tx, user, email, request)
    }
    if (phone && phone !== user.phone) user = await requestPhoneChange(ctx, tx, user, phone)
    return await readWireUser(tx, user)
  })
}

/** Merges metadata; a null removes its key. */
export function mergeMetadata(before: object, change: Record<string, unknown>): object {
  const merged = { ...before, ...change }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

/** Sends the reset link if the account exists. The answer does not reveal it. */
export async function requestRecovery(
  ctx: AuthContext,
  email: string,
  request: LinkRequest,
): Promise<void> {
  await enforceLimit(ctx, 'mailTo', `recovery:${email}`)
  await ctx.db.transaction(system, (tx) => sendRecovery(ctx, tx, email, request))
}

/** Sends the confirmation link again if one is pending. The answer does not reveal it. */
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

/** Mails both halves of a pending change again; `email` is the present address. */
export async function repeatEmailChange(
  ctx: AuthContext,
  email: string,
  request: LinkRequest,
): Promise<void> {
  await enforceLimit(ctx, 'mailTo', `email_change:${email}`)
  await ctx.db.transaction(system, async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user?.new_email) return
    const mail = (type: 'email_change_current' | 'email_change_new', recipient: string) =>
      mailToken(ctx, tx, { userId: user.id, type, recipient }, request)
    if (user.email_change_confirmed_by !== 'current') await mail('email_change_current', email)
    if (user.email_change_confirmed_by !== 'new') await mail('email_change_new', user.new_email)
    await updateUserRow(tx, user.id, { email_change_sent_at: new Date() })
  })
}

/** A new e-mail address: both mailboxes have to agree, in either order. */
import type { Tx } from '../../../platform/database/db.ts'
import { sendMail } from '../../../platform/mail/mail.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { putEmailIdentity } from '../queries/identities.ts'
import { deleteOneTimeSecrets } from '../queries/one-time-tokens.ts'
import { findUserByEmail, type UserRow, updateUserRow } from '../queries/users.ts'
import { type LinkRequest, mailToken } from '../tokens/one-time-tokens.ts'
import { emailChangedMail } from './mails.ts'

/**
 * Mails both addresses. Makes the change at once if mail confirmation is off. An account without an
 * address counts as confirmed on that side.
 */
export async function requestEmailChange(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  email: string,
  request: LinkRequest,
): Promise<UserRow> {
  if (await findUserByEmail(tx, email)) throw new AuthError('email_exists')
  if (!ctx.mailConfirm) return await completeEmailChange(ctx, tx, user, email)
  const confirmedBy = user.email === null ? 'current' : null // an anonymous account has no mailbox to ask
  if (user.email !== null) {
    const recipient = user.email
    await mailToken(ctx, tx, { userId: user.id, type: 'email_change_current', recipient }, request)
  }
  await mailToken(ctx, tx, { userId: user.id, type: 'email_change_new', recipient: email }, request)
  return await updateUserRow(tx, user.id, {
    new_email: email,
    email_change_sent_at: new Date(),
    email_change_confirmed_by: confirmedBy,
  })
}

/** Confirms one mailbox of an address change. Returns null until both have confirmed. */
export async function confirmEmailChange(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  side: 'current' | 'new',
): Promise<UserRow | null> {
  if (!user.new_email) throw new AuthError('otp_expired')
  const earlier = user.email_change_confirmed_by
  if (earlier === null || earlier === side) {
    await updateUserRow(tx, user.id, { email_change_confirmed_by: side })
    return null
  }
  return await completeEmailChange(ctx, tx, user, user.new_email)
}

/**
 * Changes the address and deletes all pending links and codes, because the former address may have
 * received them. Throws email_exists.
 */
export async function completeEmailChange(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  email: string,
): Promise<UserRow> {
  const other = await findUserByEmail(tx, email)
  if (other && other.id !== user.id) throw new AuthError('email_exists')
  const changed = await updateUserRow(tx, user.id, {
    email,
    email_confirmed_at: new Date(),
    new_email: null,
    email_change_confirmed_by: null,
    is_anonymous: false,
    ...(user.is_anonymous ? { app_metadata: { provider: 'email', providers: ['email'] } } : {}),
  })
  await putEmailIdentity(tx, { id: user.id, email }, true)
  await deleteOneTimeSecrets(tx, user.id)
  await ctx.onEmailChanged(tx, { id: user.id, email })
  if (!user.email_confirmed_at) await ctx.onConfirmed(tx, { id: user.id, email })
  if (user.email) await sendMail(tx, { to: user.email, ...emailChangedMail(email) })
  return changed
}

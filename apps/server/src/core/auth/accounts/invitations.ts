/** Sends mails that another person than the account's owner may request. */
import { system, type Tx } from '../../../platform/database/db.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { findUser, findUserByEmail, type UserRow, updateUserRow } from '../queries/users.ts'
import { issueToken, type LinkRequest, mailToken, ownRequest } from '../tokens/one-time-tokens.ts'
import { insertUserAccount } from './new-users.ts'
import { readWireUser, type WireUser } from './wire-user.ts'

export async function sendRecovery(
  ctx: AuthContext,
  tx: Tx,
  email: string,
  request: LinkRequest = { ...ownRequest, redirectTo: `${ctx.publicUrl}/forgot-password` },
): Promise<void> {
  const recipient = email.toLowerCase()
  const user = await findUserByEmail(tx, recipient)
  if (!user) return
  await mailToken(ctx, tx, { userId: user.id, type: 'recovery', recipient }, request)
  await updateUserRow(tx, user.id, { recovery_sent_at: new Date() })
}

export async function sendInvite(
  ctx: AuthContext,
  tx: Tx,
  invite: { email: string; metadata: object },
  request: LinkRequest = ownRequest,
): Promise<{ userId: string }> {
  const user = await invitedUser(ctx, tx, invite)
  const recipient = user.email!
  await mailToken(ctx, tx, { userId: user.id, type: 'invite', recipient }, request)
  return { userId: user.id }
}

/**
 * Issues an invitation without a mail. Returns the account and the link with which its owner
 * chooses a password; the link works once and for seven days, and replaces a former one. Throws
 * email_exists if the address has a confirmed account.
 */
export async function issueInvitation(
  ctx: AuthContext,
  tx: Tx,
  invite: { email: string; metadata: object },
): Promise<{ userId: string; link: string }> {
  const user = await invitedUser(ctx, tx, invite)
  const recipient = invite.email.toLowerCase()
  const { link } = await issueToken(ctx, tx, { userId: user.id, type: 'invite', recipient })
  return { userId: user.id, link }
}

/** Invites an address for the service role. Returns the user, as the protocol requires. */
export async function inviteByMail(
  ctx: AuthContext,
  invite: { email: string; metadata: object },
  request: LinkRequest,
): Promise<WireUser> {
  return await ctx.db.transaction(system, async (tx) => {
    const { userId } = await sendInvite(ctx, tx, invite, request)
    return await readWireUser(tx, (await findUser(tx, userId))!)
  })
}

/**
 * Returns a new account, or an existing one whose address was never confirmed, for an invitation.
 */
export async function invitedUser(
  ctx: AuthContext,
  tx: Tx,
  invite: { email: string; metadata: object },
): Promise<UserRow> {
  const email = invite.email.toLowerCase()
  const row = { email, metadata: invite.metadata, passwordHash: null, confirmed: false }
  const made = await insertUserAccount(ctx, tx, { ...row, invited: true })
  if (made) return made
  const known = await findUserByEmail(tx, email)
  if (!known || known.email_confirmed_at) throw new AuthError('email_exists')
  return await updateUserRow(tx, known.id, { invited_at: new Date() })
}

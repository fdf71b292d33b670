/** Links that the service role hands out itself; nothing is mailed. */
import { system, type Tx } from '../../../platform/database/db.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { checkNewPassword, hashPassword } from '../passwords/passwords.ts'
import type { TokenType } from '../queries/one-time-tokens.ts'
import { findUserByEmail, type UserRow, updateUserRow } from '../queries/users.ts'
import { issueToken, type LinkRequest } from '../tokens/one-time-tokens.ts'
import { invitedUser } from './invitations.ts'
import { insertUserAccount } from './new-users.ts'
import { readWireUser } from './wire-user.ts'

export const adminLinkTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const

export type AdminLink = {
  type: (typeof adminLinkTypes)[number]
  email: string
  newEmail?: string
  password?: string
  metadata: object
}

export async function generateLink(ctx: AuthContext, input: AdminLink, request: LinkRequest) {
  if (input.type === 'signup') {
    await checkNewPassword(ctx, input.password ?? '')
  }
  const passwordHash = input.type === 'signup' ? await hashPassword(input.password!) : null
  return await ctx.db.transaction(system, async (tx) => {
    const { user, type, recipient } = await subjectOf(ctx, tx, input, passwordHash)
    const issued = await issueToken(ctx, tx, { userId: user.id, type, recipient }, request)
    return {
      ...(await readWireUser(tx, user)),
      action_link: issued.link,
      email_otp: issued.code,
      hashed_token: issued.token, // the protocol's name: what verifyOtp takes as token_hash
      verification_type: input.type,
      redirect_to: issued.redirectTo,
    }
  })
}

type Subject = { user: UserRow; type: TokenType; recipient: string }

async function subjectOf(
  ctx: AuthContext,
  tx: Tx,
  input: AdminLink,
  passwordHash: string | null,
): Promise<Subject> {
  const { type, email, metadata } = input
  const known = await findUserByEmail(tx, email)
  switch (type) {
    case 'invite':
      return { user: await invitedUser(ctx, tx, { email, metadata }), type, recipient: email }
    case 'signup': {
      if (known?.email_confirmed_at) throw new AuthError('email_exists')
      const user = known
        ? await updateUserRow(tx, known.id, { password_hash: passwordHash })
        : await insertUserAccount(ctx, tx, { email, metadata, passwordHash, confirmed: false })
      return { user: user!, type, recipient: email }
    }
    case 'magiclink': {
      const user =
        known ??
        (await insertUserAccount(ctx, tx, {
          email,
          metadata,
          passwordHash: null,
          confirmed: false,
        }))
      return { user: user!, type, recipient: email }
    }
    default: {
      if (!known) throw userNotFound()
      if (type === 'recovery') return { user: known, type, recipient: email }
      return await emailChangeSubject(tx, known, type, input.newEmail)
    }
  }
}

async function emailChangeSubject(
  tx: Tx,
  user: UserRow,
  type: 'email_change_current' | 'email_change_new',
  newEmail: string | undefined,
): Promise<Subject> {
  if (!newEmail) throw new AuthError('validation_failed', { message: 'new_email is required' })
  if (await findUserByEmail(tx, newEmail)) throw new AuthError('email_exists')
  const isSame = user.new_email === newEmail
  const pending = await updateUserRow(tx, user.id, {
    new_email: newEmail,
    email_change_sent_at: new Date(),
    ...(isSame ? {} : { email_change_confirmed_by: null }),
  })
  const recipient = type === 'email_change_new' ? newEmail : user.email!
  return { user: pending, type, recipient }
}

const userNotFound = () =>
  new AuthError('user_not_found', { status: 404, message: 'User with this email not found' })

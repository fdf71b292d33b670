import { asSystem, system, type Tx } from '../../platform/db.ts'
import { sendMail } from '../../platform/mail.ts'
import type { AuthContext, Caller } from './context.ts'
import { AuthError } from './errors.ts'
import { type LinkRequest, sendTokenMail } from './mail-tokens.ts'
import { accountExistsMail } from './mails.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import {
  findUserByEmail,
  insertUser,
  listIdentities,
  type UserRow,
  updateUserRow,
} from './queries/users.ts'
import { withinLimit } from './rate-limits.ts'
import { openSession, type WireSession } from './sessions.ts'
import { fakeUser, type WireUser, wireUser } from './wire-user.ts'

type SignUp = { email: string; password: string; metadata: object }

/** A session where no confirmation is asked for, else the bare user. */
export async function signUp(
  ctx: AuthContext,
  input: SignUp,
  request: LinkRequest & { caller: Caller },
): Promise<WireSession | WireUser | ReturnType<typeof fakeUser>> {
  checkNewPassword(input.password)
  const passwordHash = await hashPassword(input.password) // before the look-up: equal time for known addresses
  const mayMail = await withinLimit(ctx, 'mailTo', `signup:${input.email}`)
  return await ctx.db.transaction(system, async (tx) => {
    const confirmed = !ctx.mailConfirm
    const user = await insertUser(tx, { ...input, passwordHash, confirmed })
    if (!user) return await answerKnownAddress(ctx, tx, input, request, mayMail)
    await runHooks(ctx, tx, user, input.metadata)
    if (confirmed) {
      return await openSession(ctx, tx, user, { method: 'password', caller: request.caller })
    }
    await sendTokenMail(ctx, tx, user, 'signup', request)
    return wireUser(user, await listIdentities(tx, user.id))
  })
}

/** Tells the mailbox's owner, never the caller, that there is an account already. */
async function answerKnownAddress(
  ctx: AuthContext,
  tx: Tx,
  input: SignUp,
  request: LinkRequest,
  mayMail: boolean,
) {
  if (!ctx.mailConfirm) throw new AuthError('user_already_exists')
  const known = await findUserByEmail(tx, input.email)
  if (!known || known.email_confirmed_at) {
    if (mayMail) {
      await sendMail(tx, { to: input.email, ...accountExistsMail(`${ctx.publicUrl}/auth`) })
    }
    return fakeUser(input.email, input.metadata)
  }
  const user = mayMail ? await resendConfirmation(ctx, tx, known, request) : known
  return wireUser(user, await listIdentities(tx, user.id))
}

export async function resendConfirmation(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  request: LinkRequest,
): Promise<UserRow> {
  await sendTokenMail(ctx, tx, user, 'signup', request)
  return await updateUserRow(tx, user.id, { confirmation_sent_at: new Date() })
}

async function runHooks(ctx: AuthContext, tx: Tx, user: UserRow, metadata: unknown): Promise<void> {
  await ctx.onSignUp(tx, { id: user.id, email: user.email, metadata })
  if (user.email_confirmed_at) await ctx.onConfirmed(tx, { id: user.id, email: user.email })
}

/** An account that needs no mail, for the sample marketplace and tests; runs the same hooks as a sign-up. */
export async function createConfirmedUser(
  ctx: AuthContext,
  tx: Tx,
  input: { id?: string; email: string; password: string; metadata?: object },
): Promise<{ id: string; email: string }> {
  const passwordHash = await hashPassword(input.password)
  return await asSystem(tx, async () => {
    const metadata = input.metadata ?? {}
    const email = input.email.toLowerCase()
    const user = await insertUser(tx, { ...input, email, metadata, passwordHash, confirmed: true })
    if (!user) throw new AuthError('user_already_exists')
    await runHooks(ctx, tx, user, metadata)
    return { id: user.id, email: user.email }
  })
}

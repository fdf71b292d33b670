import { system, type Tx, withSystemRole } from '../../../platform/database/db.ts'
import { sendMail } from '../../../platform/mail/mail.ts'
import type { AuthContext, Caller } from '../context.ts'
import { AuthError } from '../errors.ts'
import { checkNewPassword, hashPassword, passwordMatches } from '../passwords/passwords.ts'
import {
  deleteUserRow,
  findUserByEmail,
  lockUser,
  type UserRow,
  updateUserRow,
} from '../queries/users.ts'
import { withinLimit } from '../sign-in/rate-limits.ts'
import { openSession, type WireSession } from '../sign-in/sessions.ts'
import { type LinkRequest, mailToken } from '../tokens/one-time-tokens.ts'
import { accountExistsMail } from './mails.ts'
import { insertUserAccount, simulateSignUp } from './new-users.ts'
import { fakeUser, readWireUser, type WireUser } from './wire-user.ts'

type SignUp = { email: string; password: string; metadata: object }

/** Signs up a user. Returns a session if no confirmation is required, otherwise the bare user. */
export async function signUp(
  ctx: AuthContext,
  input: SignUp,
  request: LinkRequest & { caller: Caller },
): Promise<WireSession | WireUser | ReturnType<typeof fakeUser>> {
  await checkNewPassword(ctx, input.password)
  const passwordHash = await hashPassword(input.password) // before the look-up: equal time for known addresses
  const repeated = await repeatedPassword(ctx, input)
  const mayMail = await withinLimit(ctx, 'mailTo', `signup:${input.email}`)
  return await ctx.db.transaction(system, async (tx) => {
    const { email } = input
    const isProved = (await ctx.isAddressProved?.(tx, input)) ?? false
    const metadata = withoutSecrets(input.metadata)
    const confirmed = isProved || !ctx.mailConfirm
    const row = { email, metadata, passwordHash, confirmed }
    if (isProved) await deleteUnconfirmed(tx, email)
    const user = await insertUserAccount(ctx, tx, row, request.caller.ip)
    // A person who has proved the address may know that it has an account.
    if (!user && isProved) throw new AuthError('user_already_exists')
    if (!user)
      return await answerKnownAddress(ctx, tx, { ...input, repeated }, { ...request, mayMail })
    if (confirmed) {
      return await openSession(ctx, tx, user, { method: 'password', caller: request.caller })
    }
    await mailToken(ctx, tx, { userId: user.id, type: 'signup', recipient: email }, request)
    return await readWireUser(tx, user)
  })
}

/** Takes out what proves an address, which no account keeps. */
function withoutSecrets(metadata: object): object {
  const { approval: _, ...kept } = metadata as { approval?: unknown }
  return kept
}

/** Notifies the mailbox's owner, never the caller, that the account exists already. */
async function answerKnownAddress(
  ctx: AuthContext,
  tx: Tx,
  input: SignUp & { repeated: string | null },
  request: LinkRequest & { caller: Caller; mayMail: boolean },
) {
  if (!ctx.mailConfirm) throw new AuthError('user_already_exists')
  await simulateSignUp(ctx, tx, input.metadata, request.caller.ip)
  const found = await findUserByEmail(tx, input.email)
  const known = found && (await lockUser(tx, found.id))
  if (!known || known.email_confirmed_at) {
    if (request.mayMail) {
      await sendMail(tx, { to: input.email, ...accountExistsMail(`${ctx.publicUrl}/auth`) })
    }
    return fakeUser(input.email, input.metadata)
  }
  // After two sign-ups with different passwords, the link proves neither password.
  if (known.password_hash !== input.repeated)
    await updateUserRow(tx, known.id, { password_hash: null })
  const user = request.mayMail ? await resendConfirmation(ctx, tx, known, request) : known
  return await readWireUser(tx, user)
}

/**
 * Returns the hash on file that the password of a sign-up repeats; null where it repeats none. Takes the
 * same time for an unknown address.
 */
async function repeatedPassword(ctx: AuthContext, input: SignUp): Promise<string | null> {
  const known = await ctx.db.transaction(system, (tx) => findUserByEmail(tx, input.email))
  const repeats = await passwordMatches(known?.password_hash, input.password)
  return repeats ? (known?.password_hash ?? null) : null
}

/** Deletes an account with an unconfirmed address, which another person has proved. */
async function deleteUnconfirmed(tx: Tx, email: string): Promise<void> {
  const found = await findUserByEmail(tx, email)
  const known = found && (await lockUser(tx, found.id))
  if (known && !known.email_confirmed_at) await deleteUserRow(tx, known.id)
}

export async function resendConfirmation(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  request: LinkRequest,
): Promise<UserRow> {
  const recipient = user.email!
  await mailToken(ctx, tx, { userId: user.id, type: 'signup', recipient }, request)
  return await updateUserRow(tx, user.id, { confirmation_sent_at: new Date() })
}

/** Creates an account without an address; only its session gives access until it gets one. */
export async function signUpAnonymously(
  ctx: AuthContext,
  metadata: object,
  caller: Caller,
): Promise<WireSession> {
  if (!ctx.settings.anonymousSignIns) throw new AuthError('anonymous_provider_disabled')
  return await ctx.db.transaction(system, async (tx) => {
    const row = { email: null, passwordHash: null, metadata, confirmed: false }
    const user = await insertUserAccount(ctx, tx, row)
    return await openSession(ctx, tx, user!, { method: 'anonymous', caller })
  })
}

/**
 * Creates an account without a mail, for the sample marketplace and tests; runs the same hooks as a
 * sign-up.
 */
export async function createConfirmedUser(
  ctx: AuthContext,
  tx: Tx,
  input: { id?: string; email: string; password: string; metadata?: object },
): Promise<{ id: string; email: string }> {
  const passwordHash = await hashPassword(input.password)
  return await withSystemRole(tx, async () => {
    const metadata = input.metadata ?? {}
    const email = input.email.toLowerCase()
    const row = { ...(input.id ? { id: input.id } : {}), email, metadata, passwordHash }
    const user = await insertUserAccount(ctx, tx, { ...row, confirmed: true })
    if (!user) throw new AuthError('user_already_exists')
    return { id: user.id, email }
  })
}

/** Sign-in without a password: a link and a code by mail, or a code by SMS. */
import { system } from '../../../platform/database/db.ts'
import { insertUserAccount, simulateSignUp } from '../accounts/new-users.ts'
import { resendConfirmation } from '../accounts/sign-up.ts'
import type { AuthContext } from '../context.ts'
import { findUserByEmail, findUserByPhone, updateUserRow } from '../queries/users.ts'
import { enforceLimit } from '../sign-in/rate-limits.ts'
import { type LinkRequest, mailToken, textToken } from './one-time-tokens.ts'

/**
 * Mails a sign-in link. An unknown address gets an account, if `mayCreate`, and a confirmation
 * mail. The answer does not reveal it.
 */
export async function requestMagicLink(
  ctx: AuthContext,
  input: { email: string; mayCreate: boolean; metadata: object },
  request: LinkRequest,
): Promise<void> {
  const { email, metadata } = input
  await enforceLimit(ctx, 'mailTo', `magiclink:${email}`)
  await ctx.db.transaction(system, async (tx) => {
    const row = { email, metadata, passwordHash: null, confirmed: false }
    const made = input.mayCreate ? await insertUserAccount(ctx, tx, row) : null
    if (made) return void (await resendConfirmation(ctx, tx, made, request))
    if (input.mayCreate) await simulateSignUp(ctx, tx, metadata)
    const user = await findUserByEmail(tx, email)
    if (!user) return
    await mailToken(ctx, tx, { userId: user.id, type: 'magiclink', recipient: email }, request)
    await updateUserRow(tx, user.id, { recovery_sent_at: new Date() })
  })
}

/**
 * Sends a code to a confirmed number; unknown numbers get none, as no account starts with a number.
 */
export async function requestSmsCode(ctx: AuthContext, phone: string): Promise<void> {
  await enforceLimit(ctx, 'smsTo', phone)
  await ctx.db.transaction(system, async (tx) => {
    const user = await findUserByPhone(tx, phone)
    if (user) await textToken(ctx, tx, { userId: user.id, type: 'sms', recipient: phone })
  })
}

/** What a mailed link does when it comes back. */
import { system, type Tx } from '../../platform/db.ts'
import type { AuthContext, Caller } from './context.ts'
import { AuthError } from './errors.ts'
import { hashToken, newToken } from './opaque-tokens.ts'
import { insertPkceCode, type MailTokenType, takeMailToken } from './queries/one-time.ts'
import { findUser, markIdentityVerified, type UserRow, updateUserRow } from './queries/users.ts'
import { isBanned, openSession, type WireSession } from './sessions.ts'

/** From the code's issue, not from the request for the mail. */
const PKCE_CODE_LIFE_MS = 300_000

/** The protocol's names for what a token may be; `email` takes either. */
const verifyTypes: Record<string, MailTokenType[]> = {
  signup: ['signup'],
  recovery: ['recovery'],
  email: ['signup', 'recovery'],
}

/** Confirms the address and opens a session, whatever flow the token was mailed for. */
export async function verifyForSession(
  ctx: AuthContext,
  input: { token: string; type: string },
  caller: Caller,
): Promise<WireSession> {
  return await ctx.db.transaction(system, async (tx) => {
    const { user } = await redeem(ctx, tx, input)
    return await openSession(ctx, tx, user, { method: 'otp', caller })
  })
}

/** As a link in a browser: PKCE links yield a code, others a session. */
export async function verifyLink(
  ctx: AuthContext,
  input: { token: string; type: string },
  caller: Caller,
): Promise<{ code: string } | { session: WireSession }> {
  return await ctx.db.transaction(system, async (tx) => {
    const { user, type, codeChallenge } = await redeem(ctx, tx, input)
    if (!codeChallenge) {
      return { session: await openSession(ctx, tx, user, { method: 'otp', caller }) }
    }
    const code = newToken()
    await insertPkceCode(tx, {
      hash: hashToken(code),
      userId: user.id,
      method: type === 'signup' ? 'email/signup' : type,
      codeChallenge,
      expiresAt: new Date(Date.now() + PKCE_CODE_LIFE_MS),
    })
    return { code }
  })
}

async function redeem(ctx: AuthContext, tx: Tx, input: { token: string; type: string }) {
  const types = verifyTypes[input.type] ?? []
  const token = types.length > 0 && (await takeMailToken(tx, hashToken(input.token), types))
  const user = token && (await findUser(tx, token.user_id))
  if (!token || !user) throw new AuthError('otp_expired')
  if (isBanned(user)) throw new AuthError('user_banned')
  return {
    user: await confirmAddress(ctx, tx, user),
    type: token.type,
    codeChallenge: token.code_challenge,
  }
}

/** Any mailed token proves the mailbox. */
async function confirmAddress(ctx: AuthContext, tx: Tx, user: UserRow): Promise<UserRow> {
  if (user.email_confirmed_at) return user
  const confirmed = await updateUserRow(tx, user.id, { email_confirmed_at: new Date() })
  await markIdentityVerified(tx, user.id)
  await ctx.onConfirmed(tx, { id: user.id, email: user.email })
  return confirmed
}

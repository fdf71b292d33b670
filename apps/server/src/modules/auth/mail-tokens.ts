/** Links sent by mail, and the proof that the mailbox is the person's own. */
import type { Tx } from '../../platform/db.ts'
import { sendMail } from '../../platform/mail.ts'
import type { AuthContext } from './context.ts'
import { confirmMail, recoveryMail } from './mails.ts'
import { hashToken, newToken } from './opaque-tokens.ts'
import { type MailTokenType, upsertMailToken } from './queries/one-time.ts'
import type { UserRow } from './queries/users.ts'
import { allowedRedirect } from './redirects.ts'

/** What a mailed link needs to know of the request that asked for it. */
export type LinkRequest = {
  redirectTo: string | null
  referer: string | null
  codeChallenge: string | null
}

const kinds = {
  signup: { lifeMs: 24 * 3600_000, letter: confirmMail },
  recovery: { lifeMs: 3600_000, letter: recoveryMail },
}

/** Marks a token whose link yields a PKCE code; the protocol's own prefix. */
export const PKCE_PREFIX = 'pkce_'

export async function sendTokenMail(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  type: MailTokenType,
  request: LinkRequest,
): Promise<void> {
  const token = `${request.codeChallenge ? PKCE_PREFIX : ''}${newToken()}`
  const { lifeMs, letter } = kinds[type]
  await upsertMailToken(tx, {
    userId: user.id,
    type,
    hash: hashToken(token),
    codeChallenge: request.codeChallenge,
    expiresAt: new Date(Date.now() + lifeMs),
  })
  const redirectTo = allowedRedirect(ctx.publicUrl, request.redirectTo, request.referer)
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
  await sendMail(tx, { to: user.email, ...letter(`${ctx.publicUrl}/auth/v1/verify?${query}`) })
}

/** Links and codes sent by mail or SMS, and the proof that the mailbox or phone is the person's own. */
import type { Tx } from '../../../platform/database/db.ts'
import { sendMail } from '../../../platform/mail/mail.ts'
import { smsText, tokenLetters } from '../accounts/mails.ts'
import type { AuthContext } from '../context.ts'
import { type TokenType, upsertToken } from '../queries/one-time-tokens.ts'
import { allowedRedirect } from '../sign-in/redirects.ts'
import { hashCode, hashToken, newCode, newToken } from './opaque-tokens.ts'

/** Describes the parts of a request that its mailed link needs. */
export type LinkRequest = {
  redirectTo: string | null
  referer: string | null
  codeChallenge: string | null
}

/** Describes a link that the platform itself sends. */
export const ownRequest: LinkRequest = { redirectTo: null, referer: null, codeChallenge: null }

const HOUR_MS = 3600_000
const lifeMs: Record<TokenType, number> = {
  signup: 24 * HOUR_MS,
  invite: 7 * 24 * HOUR_MS,
  recovery: HOUR_MS,
  magiclink: HOUR_MS,
  email_change_current: 24 * HOUR_MS,
  email_change_new: 24 * HOUR_MS,
  reauthentication: HOUR_MS / 6,
  sms: HOUR_MS / 6,
  phone_change: HOUR_MS / 6,
}

/** Marks a token whose link yields a PKCE code; the protocol's own prefix. */
export const PKCE_PREFIX = 'pkce_'

export const codeScope = (userId: string, type: TokenType) => `${userId}:${type}`

export type IssuedToken = { token: string; code: string; link: string; redirectTo: string }

/** Replaces the user's former token of that type; `recipient` is whose mailbox or phone it will prove. */
export async function issueToken(
  ctx: AuthContext,
  tx: Tx,
  issue: { userId: string; type: TokenType; recipient: string },
  request: LinkRequest = ownRequest,
): Promise<IssuedToken> {
  const token = `${request.codeChallenge ? PKCE_PREFIX : ''}${newToken()}`
  const code = newCode()
  const hasLink = linkTypes[issue.type] !== undefined
  await upsertToken(tx, {
    ...issue,
    tokenHash: hasLink ? hashToken(token) : null,
    codeHash: hashCode(ctx.secrets, codeScope(issue.userId, issue.type), code),
    codeChallenge: request.codeChallenge,
    expiresAt: new Date(Date.now() + lifeMs[issue.type]),
  })
  const redirectTo = allowedRedirect(ctx.publicUrl, request.redirectTo, request.referer)
  const type = linkTypes[issue.type] ?? issue.type
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
  return { token, code, link: `${ctx.publicUrl}/auth/v1/verify?${query}`, redirectTo }
}

/** Holds the protocol's `type` in a link; both halves of a change share one. */
export const linkTypes: Partial<Record<TokenType, string>> = {
  signup: 'signup',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
}

export async function mailToken(
  ctx: AuthContext,
  tx: Tx,
  issue: { userId: string; type: TokenType; recipient: string },
  request?: LinkRequest,
): Promise<void> {
  const { link, code } = await issueToken(ctx, tx, issue, request)
  await sendMail(tx, { to: issue.recipient, ...tokenLetters[issue.type]!(link, code) })
}

export async function textToken(
  ctx: AuthContext,
  tx: Tx,
  issue: { userId: string; type: 'sms' | 'phone_change' | 'reauthentication'; recipient: string },
): Promise<void> {
  const { code } = await issueToken(ctx, tx, issue)
  await ctx.settings.sms?.send(tx, { to: `+${issue.recipient}`, text: smsText(code) })
}

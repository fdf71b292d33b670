/** Short-lived links to delivered files: whoever holds one may download, so it names one thing and soon expires. */
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Ctx, Platform } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'

export type LinkTarget = { kind: 'file' | 'archive'; id: string }

const LIFETIME_MS = 5 * 60_000

const linkClaims = z.object({ kind: z.enum(['file', 'archive']), sub: z.uuid() })

export async function signLink(
  { platform, now }: Pick<Ctx, 'platform' | 'now'>,
  target: LinkTarget,
): Promise<{ url: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  expiresAt.setMilliseconds(0) // what the token can hold
  const token = await new SignJWT({ kind: target.kind })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(target.id)
    .setExpirationTime(expiresAt)
    .sign(platform.secrets.key('downloads'))
  return { url: `${platform.config.publicUrl}/api/downloads/${token}`, expiresAt }
}

/** Throws link_expired for one of ours that is over, not_found for any other text. */
export async function readLink({ secrets }: Platform, token: string): Promise<LinkTarget> {
  try {
    const { payload } = await jwtVerify(token, secrets.key('downloads'), { algorithms: ['HS256'] })
    const { kind, sub } = linkClaims.parse(payload)
    return { kind, id: sub }
  } catch (error) {
    throw new AppError(error instanceof joseErrors.JWTExpired ? 'link_expired' : 'not_found')
  }
}

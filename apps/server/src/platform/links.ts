/** Short-lived links to files: whoever holds one may download, so it names one thing and soon expires. */
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Ctx, Platform } from './context.ts'
import { AppError } from './errors.ts'

export type LinkTarget<Kind extends string> = { kind: Kind; id: string }

const LIFETIME_MS = 5 * 60_000

/** `path` is where it is followed, below /api/downloads, which the log masks: '' or '/attachments'. */
export async function signLink(
  { platform, now }: Pick<Ctx, 'platform' | 'now'>,
  target: LinkTarget<string>,
  path = '',
): Promise<{ url: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  expiresAt.setMilliseconds(0) // what the token can hold
  const token = await new SignJWT({ kind: target.kind })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(target.id)
    .setExpirationTime(expiresAt)
    .sign(platform.secrets.key('downloads'))
  return { url: `${platform.config.publicUrl}/api/downloads${path}/${token}`, expiresAt }
}

/** Throws link_expired for one of these kinds that is over, not_found for any other text. */
export async function readLink<Kind extends string>(
  { secrets }: Platform,
  token: string,
  kinds: readonly [Kind, ...Kind[]],
): Promise<LinkTarget<Kind>> {
  const linkClaims = z.object({ kind: z.enum(kinds), sub: z.uuid() })
  try {
    const { payload } = await jwtVerify(token, secrets.key('downloads'), { algorithms: ['HS256'] })
    const { kind, sub } = linkClaims.parse(payload)
    return { kind: kind as Kind, id: sub }
  } catch (error) {
    throw new AppError(error instanceof joseErrors.JWTExpired ? 'link_expired' : 'not_found')
  }
}

/**
 * Signs short-lived links to files. Any holder may download, so a link names one object, expires
 * soon, and ends with the session that requested it.
 */
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { z } from 'zod'
import { system } from '../database/db.ts'
import type { Actor, Ctx, Platform } from './context.ts'
import { AppError } from './errors.ts'

export type LinkTarget<Kind extends string> = { kind: Kind; id: string }

export type FollowedLink<Kind extends string> = LinkTarget<Kind> & {
  /** Holds the user who requested the link. Null for a visitor. */
  userId: string | null
  /** Marks a link by which no download may begin any longer. */
  isOver: boolean
}

/** Within it a link has to be followed. */
const LIFETIME_MS = 5 * 60_000
/** Sets the time for which a started download may be resumed after the link's end. */
const GOES_ON_MS = 24 * 60 * 60_000

/** `path` is where it is followed, below /api/downloads, which the log masks: '' or '/attachments'. */
export async function signLink(
  { platform, now, actor }: Pick<Ctx, 'platform' | 'now'> & { actor: Pick<Actor, 'sessionId'> },
  target: LinkTarget<string>,
  { path = '', lifetimeMs = LIFETIME_MS }: { path?: string; lifetimeMs?: number } = {},
): Promise<{ url: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  expiresAt.setMilliseconds(0) // what the token can hold
  const token = await new SignJWT({ kind: target.kind, session: actor.sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(target.id)
    .setExpirationTime(expiresAt)
    .sign(platform.secrets.key('downloads'))
  return { url: `${platform.config.publicUrl}/api/downloads${path}/${token}`, expiresAt }
}

/**
 * Reads a link for a download from the start. Throws link_expired for an expired link of these
 * kinds, not_found for any other text.
 */
export async function readLink<Kind extends string>(
  platform: Platform,
  token: string,
  kinds: readonly [Kind, ...Kind[]],
): Promise<FollowedLink<Kind>> {
  const link = await readResumableLink(platform, token, kinds)
  if (link.isOver) throw new AppError('link_expired')
  return link
}

/**
 * Reads a link until a day after its end, while the session lives. If `isOver` is true, the caller
 * may only resume a download. Throws link_expired or not_found.
 */
export async function readResumableLink<Kind extends string>(
  platform: Platform,
  token: string,
  kinds: readonly [Kind, ...Kind[]],
): Promise<FollowedLink<Kind>> {
  const { kind, sub: id, session, exp } = await readClaims(platform, token, kinds)
  const isOver = exp * 1000 <= Date.now()
  if (session === undefined) return { kind, id, userId: null, isOver }
  const userId = await platform.db.transaction(system, async (tx) => {
    const { rows } = await sql<{ id: string | null }>`
      select app.user_of_session(${session}) as id`.execute(tx)
    return rows[0]!.id
  })
  if (userId === null) throw new AppError('link_expired')
  return { kind, id, userId, isOver }
}

async function readClaims<Kind extends string>(
  { secrets }: Platform,
  token: string,
  kinds: readonly [Kind, ...Kind[]],
) {
  const linkClaims = z.object({
    kind: z.enum(kinds),
    sub: z.uuid(),
    session: z.uuid().optional(),
    exp: z.number(),
  })
  try {
    const { payload } = await jwtVerify(token, secrets.key('downloads'), {
      algorithms: ['HS256'],
      clockTolerance: GOES_ON_MS / 1000,
    })
    return linkClaims.parse(payload) as z.infer<typeof linkClaims> & { kind: Kind }
  } catch (error) {
    throw new AppError(error instanceof joseErrors.JWTExpired ? 'link_expired' : 'not_found')
  }
}

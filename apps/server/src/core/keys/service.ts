/** Keys by which programs act for an organization: made, replaced and revoked by its administrators. */

import {
  type ApiKey,
  type KeyForm,
  type KeyScope,
  maxLiveKeys,
  type NewKey,
} from '@semblance/contract'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import {
  createServiceUser,
  deleteUser,
  endSessionAt,
  openKeySession,
  revokeSession,
} from '../auth/service.ts'
import { createServiceAccount } from '../profiles/service.ts'
import { hashKey, makeKey, startOf } from './key-format.ts'
import * as queries from './queries.ts'

export { fingerprintOf, isWellFormedKey, looksLikeKey } from './key-format.ts'
export { claimsOfKnownKey, noteUse, type PresentedKey, presentKey } from './present.ts'
export { takeExpiring } from './queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Days before its end at which administrators are reminded of a key. */
export const reminderDays = [14, 2] as const

/** Lists the keys of an organization, newest first. */
export async function listKeys(
  ctx: Ctx,
  organization: string,
  { cursor, limit }: Page,
): Promise<{ items: ApiKey[]; nextCursor: string | null }> {
  const after = decodeUuidCursor(cursor)
  const rows = await withSystemRole(ctx.tx, () =>
    queries.listKeys(ctx.tx, organization, { after, limit }),
  )
  return pageOf(
    rows,
    limit,
    ({ created_at, id }) => ({ at: created_at, id }),
    (row) => toKey(row, ctx.now),
  )
}

/** Makes a service account and its key, which only this answer has. Throws keys_full. */
export async function createKey(
  ctx: Ctx,
  organization: string,
  { days, ...form }: KeyForm,
): Promise<NewKey> {
  return await withSystemRole(ctx.tx, async () => {
    await makeRoom(ctx.tx, organization)
    const { isClient, isVendor } = ownOf(ctx)
    const userId = await createServiceUser(ctx.tx)
    await createServiceAccount(ctx.tx, {
      userId,
      name: form.name,
      organization,
      is_client: isClient,
      is_vendor: isVendor,
    })
    const expiresAt = new Date(ctx.now.getTime() + days * DAY_MS)
    const made = await insertKey(ctx, { ...form, organization, userId, expiresAt })
    await record(ctx, 'key.create', made.key)
    return made
  })
}

/**
 * Replaces a key by one of the same rights and length of life; the old one works on for so many hours.
 * Throws not_found, key_ended, keys_full.
 */
export async function rotateKey(
  ctx: Ctx,
  organization: string,
  { keyId, overlapHours }: { keyId: string; overlapHours: number },
): Promise<NewKey> {
  const { tx, now } = ctx
  return await withSystemRole(tx, async () => {
    if (overlapHours > 0) await makeRoom(tx, organization)
    const old = await lockKey(ctx, organization, keyId)
    const lifeMs = old.expires_at.getTime() - old.created_at.getTime()
    const made = await insertKey(ctx, {
      name: old.name,
      scopes: old.scopes as KeyScope[],
      limitCents: old.limit_cents,
      allowed: old.allowed,
      organization,
      userId: old.user_id,
      expiresAt: new Date(now.getTime() + Math.max(lifeMs, DAY_MS)),
    })
    const end = new Date(Math.min(old.expires_at.getTime(), now.getTime() + overlapHours * HOUR_MS))
    if (overlapHours > 0) {
      await queries.endKey(tx, keyId, { expires_at: end })
      await endSessionAt(tx, old.session_id, end)
    } else await endNow(ctx, old)
    await record(ctx, 'key.rotate', made.key, { replaces: keyId, overlapHours })
    return made
  })
}

/** Ends a key and its links at once. Throws not_found, key_ended. */
export async function revokeKey(ctx: Ctx, organization: string, keyId: string): Promise<ApiKey> {
  return await withSystemRole(ctx.tx, async () => {
    await endNow(ctx, await lockKey(ctx, organization, keyId))
    const key = toKey(await queries.getKey(ctx.tx, keyId), ctx.now)
    await record(ctx, 'key.revoke', key)
    return key
  })
}

/** Deletes the keys and service accounts of these organizations. Requires the system role. */
export async function deleteKeys(tx: Tx, organizations: string[]): Promise<void> {
  for (const userId of await queries.listServiceAccounts(tx, organizations))
    await deleteUser(tx, userId)
}

async function makeRoom(tx: Tx, organization: string): Promise<void> {
  await queries.lockOrganization(tx, organization)
  if ((await queries.countLive(tx, organization)) >= maxLiveKeys) throw new AppError('keys_full')
}

type LockedKey = NonNullable<Awaited<ReturnType<typeof queries.lockKey>>> & { session_id: string }

/** Only members of an organization have passed for its administrators. */
function ownOf({ actor }: Ctx) {
  if (!actor.organization) throw new AppError('not_permitted')
  return actor.organization
}

async function lockKey(ctx: Ctx, organization: string, keyId: string): Promise<LockedKey> {
  const row = await queries.lockKey(ctx.tx, organization, keyId)
  if (!row) throw new AppError('not_found')
  const { session_id } = row
  if (!session_id || stateOf(row, ctx.now) !== 'live') throw new AppError('key_ended')
  return { ...row, session_id }
}

async function endNow({ tx, now }: Ctx, { id, user_id, session_id }: LockedKey): Promise<void> {
  await queries.endKey(tx, id, { revoked_at: now })
  await revokeSession(tx, user_id, session_id)
}

type Made = Pick<KeyForm, 'name' | 'scopes' | 'limitCents' | 'allowed'> & {
  organization: string
  userId: string
  expiresAt: Date
}

async function insertKey(ctx: Ctx, made: Made): Promise<NewKey> {
  const { tx, now, actor } = ctx
  const secret = makeKey(ownOf(ctx).isSample ? 'test' : 'live')
  const daysLeft = (made.expiresAt.getTime() - now.getTime()) / DAY_MS
  const id = await queries.insertKey(tx, {
    organization: made.organization,
    user_id: made.userId,
    session_id: await openKeySession(tx, { userId: made.userId, endsAt: made.expiresAt }),
    name: made.name,
    start: startOf(secret),
    hash: hashKey(secret),
    scopes: made.scopes,
    allowed: made.allowed,
    limit_cents: made.limitCents,
    expires_at: made.expiresAt,
    reminders: reminderDays.filter((days) => daysLeft <= days).length,
    created_by: actor.userId,
    created_at: now,
  })
  return { key: toKey(await queries.getKey(tx, id), now), secret }
}

async function record(
  ctx: Ctx,
  action: 'key.create' | 'key.rotate' | 'key.revoke',
  key: ApiKey,
  more: { replaces?: string; overlapHours?: number } = {},
): Promise<void> {
  await audit(ctx.tx, {
    actor: actorOf(ctx.actor),
    action,
    object: `key:${key.id}`,
    detail: {
      organization: ownOf(ctx).organizationId,
      scopes: key.scopes.join(' '),
      limitCents: key.limitCents,
      allowed: key.allowed.join(' '),
      expiresAt: key.expiresAt.toISOString(),
      ...more,
    },
  })
}

type Standing = { session_id: string | null; revoked_at: Date | null; expires_at: Date }

function stateOf({ session_id, revoked_at, expires_at }: Standing, now: Date): ApiKey['state'] {
  if (revoked_at) return 'revoked'
  if (expires_at <= now) return 'expired'
  return session_id ? 'live' : 'revoked'
}

const toKey = (row: queries.KeyRow, now: Date): ApiKey => ({
  id: row.id,
  name: row.name,
  start: row.start,
  scopes: row.scopes as KeyScope[],
  limitCents: row.limit_cents,
  allowed: row.allowed,
  state: stateOf(row, now),
  createdAt: row.created_at,
  createdBy: row.created_by_name,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
})

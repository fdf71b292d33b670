/** Manages any account for callers with the service role. */
import { system, type Tx } from '../../../platform/database/db.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { checkNewPassword, hashPassword } from '../passwords/passwords.ts'
import { findFactor, listFactors } from '../queries/factors.ts'
import { deleteIdentitiesOf, putEmailIdentity } from '../queries/identities.ts'
import { deleteOneTimeSecrets } from '../queries/one-time-tokens.ts'
import { deleteSessionsOfUser } from '../queries/sessions.ts'
import {
  deleteUserRow,
  findUserByEmail,
  findUserByPhone,
  listUsers,
  lockUser,
  type UserChange,
  type UserRow,
  updateUserRow,
} from '../queries/users.ts'
import { removeFactor } from '../sign-in/factors.ts'
import { insertUserAccount } from './new-users.ts'
import { mergeMetadata } from './user.ts'
import { readWireUser, type WireUser, wireFactor } from './wire-user.ts'

export type UserFields = {
  email?: string
  phone?: string
  password?: string
  email_confirm?: boolean
  phone_confirm?: boolean
  user_metadata?: Record<string, unknown>
  app_metadata?: Record<string, unknown>
  /** Milliseconds from now; null lifts a ban. */
  banMs?: number | null
}

export async function adminListUsers(
  ctx: AuthContext,
  page: { number: number; size: number; filter: string | null },
): Promise<{ users: WireUser[]; total: number }> {
  return await ctx.db.transaction(system, async (tx) => {
    const offset = (page.number - 1) * page.size
    const found = await listUsers(tx, { limit: page.size, offset, filter: page.filter })
    const users: WireUser[] = []
    for (const user of found.users) users.push(await readWireUser(tx, user))
    return { users, total: found.total }
  })
}

export async function adminGetUser(ctx: AuthContext, id: string): Promise<WireUser> {
  return await ctx.db.transaction(system, async (tx) => readWireUser(tx, await getUser(tx, id)))
}

async function getUser(tx: Tx, id: string): Promise<UserRow> {
  const user = await lockUser(tx, id)
  if (user) return user
  throw new AuthError('user_not_found', { status: 404, message: 'User not found' })
}

/** Creates a user without sending mail. The address is unconfirmed unless `email_confirm` is true. */
export async function adminCreateUser(ctx: AuthContext, fields: UserFields): Promise<WireUser> {
  const { email, password } = fields
  if (!email) {
    throw new AuthError('validation_failed', { message: 'Cannot create a user without an email' })
  }
  if (password) await checkNewPassword(ctx, password)
  const passwordHash = password ? await hashPassword(password) : null
  return await ctx.db.transaction(system, async (tx) => {
    const metadata = fields.user_metadata ?? {}
    const confirmed = fields.email_confirm === true
    const user = await insertUserAccount(ctx, tx, { email, metadata, passwordHash, confirmed })
    if (!user) throw new AuthError('email_exists')
    const { phone, phone_confirm, app_metadata, banMs } = fields
    const rest = await changesOf(tx, user, { phone, phone_confirm, app_metadata, banMs })
    return await readWireUser(tx, await updateUserRow(tx, user.id, rest))
  })
}

/**
 * Changes a user as an administrator. A new password or address ends every session and pending
 * change.
 */
export async function adminUpdateUser(
  ctx: AuthContext,
  id: string,
  fields: UserFields,
): Promise<WireUser> {
  if (fields.password) await checkNewPassword(ctx, fields.password)
  const passwordHash = fields.password ? await hashPassword(fields.password) : undefined
  return await ctx.db.transaction(system, async (tx) => {
    const user = await getUser(tx, id)
    const changes = await changesOf(tx, user, fields)
    const updated = await updateUserRow(tx, id, {
      ...changes,
      ...(passwordHash ? { password_hash: passwordHash } : {}),
    })
    if (passwordHash) await deleteSessionsOfUser(tx, id)
    const isMoved = updated.email !== user.email
    if (passwordHash || isMoved) await deleteOneTimeSecrets(tx, id)
    const email = updated.email ?? ''
    const isConfirmed = updated.email_confirmed_at !== null
    if (isMoved || (isConfirmed && !user.email_confirmed_at)) {
      await putEmailIdentity(tx, { id, email }, isConfirmed)
    }
    if (isMoved) await ctx.onEmailChanged(tx, { id, email })
    if (isConfirmed && !user.email_confirmed_at) await ctx.onConfirmed(tx, { id, email })
    return await readWireUser(tx, updated)
  })
}

async function changesOf(tx: Tx, user: UserRow, fields: UserFields): Promise<UserChange> {
  const changes: UserChange = {}
  if (fields.email && fields.email !== user.email) {
    if (await findUserByEmail(tx, fields.email)) throw new AuthError('email_exists')
    Object.assign(changes, { email: fields.email, new_email: null, is_anonymous: false })
    if (fields.email_confirm === false) changes.email_confirmed_at = null
  }
  if (fields.email_confirm && !user.email_confirmed_at) changes.email_confirmed_at = new Date()
  if (fields.phone && fields.phone !== user.phone) {
    if (await findUserByPhone(tx, fields.phone)) throw new AuthError('phone_exists')
    changes.phone = fields.phone
    changes.phone_confirmed_at = fields.phone_confirm ? new Date() : null
  }
  if (fields.user_metadata) {
    changes.user_metadata = mergeMetadata(user.user_metadata as object, fields.user_metadata)
  }
  if (fields.app_metadata) {
    changes.app_metadata = mergeMetadata(user.app_metadata as object, fields.app_metadata)
  }
  if (fields.banMs !== undefined) {
    changes.banned_until = fields.banMs === null ? null : new Date(Date.now() + fields.banMs)
  }
  return changes
}

/** Deletes a user softly: the row stays for references, without access or personal data. */
export async function adminDeleteUser(
  ctx: AuthContext,
  id: string,
  isSoft: boolean,
): Promise<void> {
  await ctx.db.transaction(system, async (tx) => {
    const user = await getUser(tx, id)
    if (!isSoft) return await deleteUserRow(tx, user.id)
    await deleteSessionsOfUser(tx, id)
    await deleteOneTimeSecrets(tx, id)
    await deleteIdentitiesOf(tx, id)
    for (const factor of await listFactors(tx, id)) await removeFactor(tx, factor)
    await updateUserRow(tx, id, {
      email: null,
      phone: null,
      new_email: null,
      new_phone: null,
      password_hash: null,
      user_metadata: {},
      app_metadata: {},
      deleted_at: new Date(),
    })
  })
}

export async function adminListFactors(ctx: AuthContext, userId: string) {
  return await ctx.db.transaction(system, async (tx) => {
    await getUser(tx, userId)
    return (await listFactors(tx, userId)).map(wireFactor)
  })
}

/** Removes a factor as an administrator; sessions at aal2 by this factor fall back to aal1. */
export async function adminDeleteFactor(ctx: AuthContext, userId: string, factorId: string) {
  return await ctx.db.transaction(system, async (tx) => {
    await getUser(tx, userId)
    const factor = await findFactor(tx, userId, factorId)
    if (!factor) throw new AuthError('mfa_factor_not_found')
    await removeFactor(tx, factor)
    return wireFactor(factor)
  })
}

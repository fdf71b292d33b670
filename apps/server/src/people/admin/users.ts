/** Manages single accounts for staff. Callers check first that the user is staff. */
import type { AdminUser } from '@semblance/contract'
import { banUser, removeFactors, revokeAllSessions } from '../../core/auth/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { audit } from '../../platform/security/audit.ts'
import { factorsResetMail } from './mails.ts'
import * as queries from './user-queries.ts'

/** PostgreSQL's 'infinity' is no JavaScript date; this one is far enough. */
const FOREVER = new Date('9999-12-31T00:00:00Z')

export async function listUsers({ tx }: Ctx, staffId: string, input: Page & { search: string }) {
  const { search, limit } = input
  const after = decodeUuidCursor(input.cursor)
  const rows = await withSystemRole(tx, () => queries.listUsers(tx, { search, after, limit }))
  const position = (row: queries.UserRow) => ({ at: row.listed_at, id: row.user_id })
  return pageOf(rows, limit, position, (row) => toUser(row, staffId))
}

const toUser = (row: queries.UserRow, staffId: string): AdminUser => ({
  id: row.user_id,
  name: row.name || row.email,
  email: row.email,
  jobTitle: row.job_title,
  roles: row.roles,
  organizationName: row.organization_name,
  membership: row.membership,
  isDeactivated: row.is_banned,
  isEmailConfirmed: row.is_confirmed,
  hasSecondFactor: row.has_second_factor,
  isSelf: row.user_id === staffId,
  sessionsCount: row.sessions_count,
  lastSignInAt: row.last_sign_in_at,
  createdAt: row.created_at,
})

export async function deactivateUser(ctx: Ctx, staffId: string, id: string): Promise<AdminUser> {
  if (id === staffId) throw new AppError('own_account')
  return await change(ctx, staffId, id, 'deactivate', async () => {
    await banUser(ctx.tx, id, FOREVER)
    await revokeAllSessions(ctx.tx, id)
  })
}

export async function reactivateUser(ctx: Ctx, staffId: string, id: string): Promise<AdminUser> {
  return await change(ctx, staffId, id, 'reactivate', () => banUser(ctx.tx, id, null))
}

export async function endSessions(ctx: Ctx, staffId: string, id: string): Promise<AdminUser> {
  const keep = id === staffId ? ctx.actor.sessionId : undefined
  return await change(ctx, staffId, id, 'end_sessions', () => revokeAllSessions(ctx.tx, id, keep))
}

/**
 * Removes the second factors of a user who lost the only one and proved their identity to staff.
 * The password remains. Throws own_account or no_second_factor.
 */
export async function resetFactors(ctx: Ctx, staffId: string, id: string): Promise<AdminUser> {
  if (id === staffId) throw new AppError('own_account')
  const { tx, platform } = ctx
  const user = await change(ctx, staffId, id, 'reset_factors', async () => {
    if ((await removeFactors(tx, id)) === 0) throw new AppError('no_second_factor')
  })
  await sendMail(tx, factorsResetMail(user.email, platform.config.publicUrl))
  return user
}

async function change(
  { tx }: Ctx,
  staffId: string,
  id: string,
  verb: 'deactivate' | 'reactivate' | 'end_sessions' | 'reset_factors',
  work: () => Promise<unknown>,
): Promise<AdminUser> {
  return await withSystemRole(tx, async () => {
    if (!(await queries.findUser(tx, id))) throw new AppError('not_found')
    await work()
    await audit(tx, {
      actor: { userId: staffId },
      action: `user.${verb}`,
      object: `user:${id}`,
    })
    return toUser((await queries.findUser(tx, id))!, staffId)
  })
}

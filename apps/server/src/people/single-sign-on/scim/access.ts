/** Ends memberships for a directory and begins them again, within limits. */
import { directoryLimit, type MemberRole } from '@semblance/contract'
import { revokeAllSessions } from '../../../core/auth/service.ts'
import { notify } from '../../../core/notifications/service.ts'
import { listAdmins, removeMember } from '../../../core/profiles/service.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { audit } from '../../../platform/security/audit.ts'
import { admit } from '../../organizations/service.ts'
import { dropChangesOf } from '../../spending/service.ts'
import { rolesOfMember } from '../groups.ts'
import * as settings from '../queries.ts'
import * as queries from './queries.ts'
import { ScimRefusal } from './resources.ts'

const HOUR_MS = 3_600_000

export type Directory = { tx: Tx; platform: Platform; organization: string; base: string }

/**
 * Has the directory end a membership. The break-glass administrator and the last administrator stay. Where the
 * directory has ended many within the hour, the membership goes on until an administrator confirms. Throws
 * ScimRefusal.
 */
export async function endAccess(directory: Directory, row: queries.UserRow): Promise<void> {
  const { tx, organization } = directory
  if (row.user_id === null || !(await isMember(tx, organization, row.user_id))) {
    await queries.updateUser(tx, row.id, { is_active: false })
    return
  }
  if (!(await isReplaceable(tx, organization, row.user_id)))
    throw new ScimRefusal(
      403,
      'The break-glass administrator and the last administrator of an organization are not deactivated by its directory.',
    )
  const since = new Date(Date.now() - HOUR_MS)
  const { ended, active } = await queries.countEndings(tx, organization, since)
  if (ended >= directoryLimit(active + ended)) return await hold(directory, row)
  await endMembership(tx, organization, { id: row.id, userId: row.user_id })
}

async function isMember(tx: Tx, organization: string, userId: string): Promise<boolean> {
  const person = await settings.findPerson(tx, userId)
  return person?.organization === organization && person.membership === 'active'
}

/** Returns false for the break-glass administrator and the last administrator. */
export async function isReplaceable(
  tx: Tx,
  organization: string,
  userId: string,
): Promise<boolean> {
  const connection = await settings.findConnection(tx, { organization })
  const admins = await listAdmins(tx, organization)
  const isLast = admins.includes(userId) && admins.every((id) => id === userId)
  return connection?.break_glass !== userId && !isLast
}

/** Ends a membership of the organization with its sessions. */
export async function endMembership(
  tx: Tx,
  organization: string,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  if (!(await isMember(tx, organization, userId))) {
    await queries.updateUser(tx, id, { is_active: false, held_at: null })
    return
  }
  await queries.updateUser(tx, id, { is_active: false, held_at: null, ended_at: new Date() })
  await removeMember(tx, userId, 'deactivated')
  await dropChangesOf(tx, { organization, userId, at: new Date() })
  await revokeAllSessions(tx, userId)
  await audit(tx, {
    actor: 'system',
    action: 'member.deactivate',
    object: `user:${userId}`,
    detail: { organization, by: 'directory' },
  })
}

async function hold({ tx, platform, organization }: Directory, row: queries.UserRow) {
  const isFirst = (await queries.listHeld(tx, organization)).length === 0
  await queries.updateUser(tx, row.id, { is_active: false, held_at: new Date() })
  await audit(tx, {
    actor: 'system',
    action: 'directory.hold',
    object: `user:${row.user_id}`,
    detail: { organization },
  })
  if (isFirst)
    await notify(
      { tx, platform },
      {
        organizationId: organization,
        audience: 'administrators',
        type: 'system',
        title: 'Your directory deactivates many members',
        message:
          'More members than usual were deactivated within an hour. Those beyond the limit keep their access until you confirm.',
        path: '/organization-settings/single-sign-on',
        mail: true,
      },
    )
}

/**
 * Begins a membership again that the directory itself has ended, or takes a held deactivation back. Where no group
 * is mapped, the member has the roles of before.
 */
export async function restoreAccess({ tx, organization }: Directory, row: queries.UserRow) {
  await queries.updateUser(tx, row.id, { is_active: true, held_at: null, ended_at: null })
  if (row.ended_at === null || row.user_id === null) return
  const person = await settings.findPerson(tx, row.user_id)
  if (person?.organization !== organization || person.membership !== 'deactivated') return
  const roles =
    (await rolesOfMember(tx, organization, row.user_id)) ?? (person.work_roles as MemberRole[])
  await admit(tx, row.user_id, await settings.findOrganization(tx, organization), { roles })
  await audit(tx, {
    actor: 'system',
    action: 'member.reactivate',
    object: `user:${row.user_id}`,
    detail: { organization, by: 'directory' },
  })
}

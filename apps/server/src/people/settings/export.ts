/** Exports all data that the platform holds about a person, for that person. */

import { exportAccount } from '../../core/auth/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { listMailsTo } from '../../platform/mail/mail.ts'
import { audit } from '../../platform/security/audit.ts'
import { exportAcceptances } from '../legal/service.ts'
import { listPersonalRows } from './queries.ts'
import { readPreferences, readProfile } from './service.ts'

export async function exportData(ctx: Ctx, userId: string): Promise<Record<string, unknown>> {
  const { tx, now, actor } = ctx
  const profile = await readProfile(ctx, userId)
  const preferences = await readPreferences(ctx, userId)
  const rows = await withSystemRole(tx, () => listPersonalRows(tx, userId))
  await audit(tx, { actor: { userId }, action: 'account.export', object: `user:${userId}` })
  return {
    exportedAt: now,
    profile,
    organization: actor.organization && {
      name: actor.organization.name,
      organizationId: actor.organization.organizationId,
    },
    notificationPreferences: preferences,
    account: await exportAccount(tx, userId),
    ...rows,
    legalAcceptances: await withSystemRole(tx, () => exportAcceptances(tx, userId)),
    mails: await withSystemRole(tx, () => listMailsTo(tx, profile.email)),
  }
}

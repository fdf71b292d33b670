/** The end of an account: what is personal goes, what others rely on stays without a name. */

import { deleteUser } from '../../core/auth/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { deleteMailsTo } from '../../platform/mail/mail.ts'
import { audit } from '../../platform/security/audit.ts'
import { erasePerson } from '../../platform/transparency/erase.ts'
import { deleteInvitationsOfUser, lockOrganization } from '../organizations/service.ts'
import { anonymizeTickets } from '../support/service.ts'
import { findHeldOrganization } from './queries.ts'
import { readProfile } from './service.ts'

/**
 * Requests, offers, deliveries and payments belong to the organization: they stay, and forget who made them.
 * The ledger never knew.
 */
export async function deleteAccount(ctx: Ctx, userId: string, typedEmail: string): Promise<void> {
  const { tx } = ctx
  const { email } = await readProfile(ctx, userId)
  if (typedEmail.trim().toLowerCase() !== email)
    throw new AppError('bad_input', {
      field: 'email',
      message: 'Enter your own e-mail address to confirm.',
    })
  await withSystemRole(tx, async () => {
    const { organization } = ctx.actor
    if (organization) await lockOrganization(tx, organization.id) // of two administrators, one stays
    if (await findHeldOrganization(tx, userId)) throw new AppError('last_admin_open_contracts')
    await audit(tx, {
      actor: { userId },
      action: 'account.delete',
      object: `user:${userId}`,
      detail: { organization: organization?.id ?? null },
    })
    erasePerson(tx, userId)
    await deleteMailsTo(tx, email)
    await deleteInvitationsOfUser(tx, email)
    await anonymizeTickets(tx, { userId, email })
    await deleteUser(tx, userId)
  })
}

/** Appoints and dismisses the platform's staff, for commands of the operator. */
import { type Auth, findAccount } from '../../core/auth/service.ts'
import { grantStaffRole, lockStaff, revokeStaffRole } from '../../core/profiles/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { audit } from '../../platform/security/audit.ts'

/**
 * `unconfirmed`: the account's address is not proven yet. `invited`: the owner of the address
 * chooses a password by `link`, which replaces the link of an earlier call.
 */
export type StaffAddition =
  | { outcome: 'added' | 'already_staff' | 'unconfirmed' | 'deactivated' }
  | { outcome: 'invited'; link: string }

/**
 * Makes the account with this address staff, or creates one to be accepted by a link. An account
 * that is staff, is deactivated or has an unconfirmed address stays as it is. Call as the system.
 */
export async function addStaff(
  tx: Tx,
  auth: Pick<Auth, 'issueInvitation'>,
  email: string,
): Promise<StaffAddition> {
  const address = email.toLowerCase()
  const staff = await lockStaff(tx)
  const account = await findAccount(tx, address)
  const isStaff = staff.some(({ userId }) => userId === account?.id)
  if (account?.isConfirmed && isStaff) return { outcome: 'already_staff' }
  if (account?.isBanned) return { outcome: 'deactivated' }
  if (account && !account.isConfirmed && !isStaff) return { outcome: 'unconfirmed' }
  if (account?.isConfirmed) {
    await appoint(tx, account.id)
    return { outcome: 'added' }
  }
  const { userId, link } = await auth.issueInvitation(tx, { email: address, metadata: {} })
  if (!isStaff) await appoint(tx, userId)
  return { outcome: 'invited', link }
}

async function appoint(tx: Tx, userId: string): Promise<void> {
  await grantStaffRole(tx, userId)
  await auditOperator(tx, 'staff.add', userId)
}

/** Records a change in the audit log as the operator's, who has no account. */
const auditOperator = (tx: Tx, action: 'staff.add' | 'staff.remove', userId: string) =>
  audit(tx, { actor: 'system', action, object: `user:${userId}`, detail: { actor: 'operator' } })

/** Returns true if any of them can sign in. */
async function hasSignIn(tx: Tx, members: { email: string }[]): Promise<boolean> {
  for (const { email } of members) {
    const account = await findAccount(tx, email)
    if (account?.isConfirmed && !account.isBanned) return true
  }
  return false
}

/** Names the result of a removal; `last_staff`: no other member of staff can sign in. */
export type StaffRemoval = 'removed' | 'not_staff' | 'last_staff'

/** Takes the role of staff from the account with this address, effective at once. Call as the system. */
export async function removeStaff(tx: Tx, email: string): Promise<StaffRemoval> {
  const staff = await lockStaff(tx)
  const leaving = staff.find((member) => member.email === email.toLowerCase())
  if (!leaving) return 'not_staff'
  const others = staff.filter(({ userId }) => userId !== leaving.userId)
  if (!(await hasSignIn(tx, others))) return 'last_staff'
  await revokeStaffRole(tx, leaving.userId)
  await auditOperator(tx, 'staff.remove', leaving.userId)
  return 'removed'
}

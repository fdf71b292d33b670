import type { MemberRole } from '@semblance/contract'
import { activateMember } from '../../core/profiles/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { assignAcceptances } from '../legal/service.ts'

/**
 * Makes a person an active member; what the person has accepted so far counts for the organization from
 * now on. Call as the system.
 */
export async function admit(
  tx: Tx,
  userId: string,
  organization: { id: string; is_client: boolean; is_vendor: boolean },
  standing: { isAdmin?: boolean; roles?: readonly MemberRole[] } = {},
): Promise<void> {
  await activateMember(tx, userId, organization, standing)
  await assignAcceptances(tx, userId, organization.id)
}

/** Follows what administrators decide about memberships. */
import { endSessionsOutsideCompany } from '../../core/auth/service.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { findRule } from './queries.ts'
import { noteDecision } from './scim/queries.ts'

/**
 * Takes the decision over that of the directory, and ends the sessions that a person who has become a member opened
 * by ways that the organization refuses. Call as the system.
 */
export async function followDecision(
  { tx }: SystemCtx,
  decided: { organization: string; userId: string; isMember: boolean },
): Promise<void> {
  const { organization, userId, isMember } = decided
  await noteDecision(tx, decided)
  const rule = isMember ? await findRule(tx, userId) : undefined
  if (rule?.organization === organization && rule.break_glass !== userId)
    await endSessionsOutsideCompany(tx, [userId], null)
}

/** Restricts disputes to their parties. All other callers get not_found. */
import { isLive, type Side } from '@semblance/contract'
import { requireActingOrganization } from '../../core/api/service.ts'
import { getOwnContract } from '../../market/contracts/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type DisputeRow, findDispute, lockDispute } from './queries.ts'

/** Describes a dispute from one side, locked until the transaction ends. */
export type Participant = { dispute: DisputeRow; side: Side; own: string }

/**
 * Returns the dispute to a party that may act in it; the client's member needs `buying`, the vendor's
 * sells. Throws role_missing, dispute_ended.
 */
export async function requireParticipant(
  ctx: Ctx,
  disputeId: string,
  buying: 'request' | 'buy',
): Promise<Participant> {
  requireActingOrganization(ctx) // refuses with the reason why
  const known = await findDispute(ctx.tx, disputeId)
  if (!known) throw new AppError('not_found')
  const { side } = await getOwnContract(ctx, known.contract_id, buying)
  const dispute = await withSystemRole(ctx.tx, () => lockDispute(ctx.tx, known.id))
  if (!isLive(dispute)) throw new AppError('dispute_ended')
  return { dispute, side, own: dispute[side] }
}

/** Returns the fields that the rules of a dispute need, from the acting side. */
export const seen = ({ dispute, own }: Pick<Participant, 'dispute' | 'own'>) => ({
  status: dispute.status,
  isOpener: dispute.opened_by === own,
  answeredAt: dispute.answered_at,
  answerDueAt: dispute.answer_due_at,
})

export const sideOfOrg = ({ client }: { client: string }, organization: string): Side =>
  organization === client ? 'client' : 'vendor'

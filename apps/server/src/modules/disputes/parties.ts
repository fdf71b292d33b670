/** Who may do something about a dispute; everyone else is told that it does not exist. */
import { isLive, type Side } from '@semblance/contract'
import { actingOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { getOwnContract } from '../contracts/service.ts'
import { type DisputeRow, findDispute, lockDispute } from './queries.ts'

/** A dispute, seen from one of its sides, kept as it is until the transaction ends. */
export type Seat = { dispute: DisputeRow; side: Side; own: string }

/** The dispute as a party that may act in it; throws dispute_ended when it is over. */
export async function takeSeat(ctx: Ctx, disputeId: string): Promise<Seat> {
  actingOrg(ctx) // refuses with the reason why
  const known = await findDispute(ctx.tx, disputeId)
  if (!known) throw new AppError('not_found')
  const { side } = await getOwnContract(ctx, known.contract_id)
  const dispute = await asSystem(ctx.tx, () => lockDispute(ctx.tx, known.id))
  if (!isLive(dispute)) throw new AppError('dispute_ended')
  return { dispute, side, own: dispute[side] }
}

/** What the rules ask of a dispute, from the side that acts. */
export const seen = ({ dispute, own }: Pick<Seat, 'dispute' | 'own'>) => ({
  status: dispute.status,
  isOpener: dispute.opened_by === own,
  answeredAt: dispute.answered_at,
  answerDueAt: dispute.answer_due_at,
})

export const sideOfOrg = ({ client }: { client: string }, organization: string): Side =>
  organization === client ? 'client' : 'vendor'

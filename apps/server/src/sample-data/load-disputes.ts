/** Loads the disputes of the last days: one that is negotiated, one that waits for staff, one taken back. */
import { attachFile } from '../core/attachments/service.ts'
import {
  answerDispute,
  escalateDispute,
  evidence,
  openDispute,
  proposeSettlement,
  withdrawDispute,
} from '../money/disputes/service.ts'
import type { SampleIds } from './sample-ids.ts'
import { findContract } from './sample-queries.ts'
import { type DisputeStep, disputes, type SampleClaim } from './seed/seed.ts'

const HOUR_MS = 3_600_000

export async function loadDisputes(cast: SampleIds): Promise<void> {
  const { tx, now, acting, idOf } = cast
  for (const { title, steps, ...parties } of disputes) {
    const contractId = await findContract(tx, title, idOf(parties.client))
    let disputeId = ''
    for (const step of steps) {
      const ctx = acting(parties[step.by], new Date(now.getTime() - step.hoursAgo * HOUR_MS))
      disputeId = await take(ctx, step, { contractId, disputeId })
    }
  }
}

/** Returns the dispute's id. */
async function take(
  ctx: Parameters<typeof openDispute>[0],
  step: DisputeStep,
  { contractId, disputeId }: { contractId: string; disputeId: string },
): Promise<string> {
  if ('open' in step) {
    const attached = step.file && {
      placeId: contractId,
      fileName: step.file.name,
      body: new Blob([step.file.text]).stream(),
    }
    const evidenceIds = attached ? [(await attachFile(ctx, evidence, attached)).id] : []
    const { reason } = step.open
    const { id } = await openDispute(ctx, {
      contractId,
      reason,
      ...claimOf(step.open),
      evidenceIds,
      claims: [],
    })
    return id
  }
  if ('answer' in step)
    await answerDispute(ctx, { disputeId, ...claimOf(step.answer), evidenceIds: [] })
  else if ('settle' in step) {
    const { toVendorDollars, note } = step.settle
    await proposeSettlement(ctx, { disputeId, toVendorCents: toVendorDollars * 100n, note })
  } else await (step.end === 'escalate' ? escalateDispute : withdrawDispute)(ctx, disputeId)
  return disputeId
}

const claimOf = ({ statement, asks, refundDollars }: SampleClaim) => ({
  statement,
  asks,
  refundCents: refundDollars === undefined ? null : refundDollars * 100n,
})

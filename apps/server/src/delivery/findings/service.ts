/** Findings: claims of a dispute about delivered data, measured and signed. They propose a split and decide nothing. */
import type { Claimable, DataClaim, DisputeFindings } from '@semblance/contract'
import { getContractForParty, sideOf } from '../../market/contracts/service.ts'
import { findDispute, listDisputesOf, proposeSettlement } from '../../money/disputes/service.ts'
import { type Page, pageOfShort } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { makeClaims } from './claims.ts'
import { claimableOf, findDeliveredData } from './delivered-data.ts'
import { readFindings, requireSplit, toFindings } from './read-findings.ts'

export { makeClaims } from './claims.ts'
export { openEvidence } from './staff.ts'

/** Returns what the client can claim of its delivery; null without one. Throws not_permitted for the vendor. */
export async function getClaimable(ctx: Ctx, contractId: string): Promise<Claimable | null> {
  const contract = await getContractForParty(ctx, contractId)
  if (sideOf(ctx, contract) !== 'client') throw new AppError('not_permitted')
  return await withSystemRole(ctx.tx, async () => {
    const data = await findDeliveredData(ctx.tx, { contractId: contract.id })
    return data && claimableOf(data)
  })
}

export async function addClaims(
  ctx: Ctx,
  input: { disputeId: string; claims: DataClaim[] },
): Promise<DisputeFindings> {
  await makeClaims(ctx, input)
  const dispute = await findDispute(ctx.tx, input.disputeId)
  if (!dispute) throw new AppError('not_found')
  return await readFindings(ctx.tx, dispute)
}

/** Lists claims and findings of a contract's disputes for either party, of the newest dispute first. */
export async function listFindingsOf(ctx: Ctx, contractId: string): Promise<DisputeFindings[]> {
  const contract = await getContractForParty(ctx, contractId)
  return await toFindings(ctx.tx, await listDisputesOf(ctx.tx, contract.id))
}

/** Returns one page of `listFindingsOf`. */
export async function listFindings(ctx: Ctx, contractId: string, page: Page) {
  const contract = await getContractForParty(ctx, contractId)
  const rows = await listDisputesOf(ctx.tx, contract.id)
  const { items, nextCursor } = pageOfShort(
    rows,
    page,
    ({ id }) => id,
    (row) => row,
  )
  return { items: await toFindings(ctx.tx, items), nextCursor }
}

/** Proposes the split of the newest finding as a settlement of the caller's side. */
export async function proposeFinding(ctx: Ctx, findingId: string) {
  const { id, dispute_id: disputeId, toVendorCents } = await requireSplit(ctx.tx, findingId)
  return await proposeSettlement(ctx, {
    disputeId,
    toVendorCents,
    note: `The split that finding ${id} proposes.`,
  })
}

/** Claims and findings as their readers get them. */
import { type DisputeFindings, isLive } from '@semblance/contract'
import type { DisputeRow } from '../../money/disputes/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { claimOf, jobKeyOf } from './claims.ts'
import { readState } from './measured-state.ts'
import { type ClaimRow, type FindingRow, findFinding, listClaims, listFindings } from './queries.ts'

/** Returns claims and findings of one dispute, as far as the reader has the rights. */
export async function readFindings(
  tx: Tx,
  dispute: Pick<DisputeRow, 'id' | 'status'>,
): Promise<DisputeFindings> {
  const [view] = await toFindings(tx, [dispute])
  if (!view) throw new Error(`The findings of ${dispute.id} were not read.`)
  return view
}

/** Returns claims and findings of disputes, in their order, as far as the reader has the rights. */
export async function toFindings(
  tx: Tx,
  disputes: Pick<DisputeRow, 'id' | 'status'>[],
): Promise<DisputeFindings[]> {
  const ids = disputes.map(({ id }) => id)
  const [claims, found] = [await listClaims(tx, ids), await listFindings(tx, ids)]
  const views: DisputeFindings[] = []
  for (const dispute of disputes) {
    const rows = claims.filter(({ dispute_id }) => dispute_id === dispute.id)
    const own = found.filter(({ dispute_id }) => dispute_id === dispute.id)
    const { stored, state } = await readOne(tx, dispute, { claims: rows, findings: own })
    views.push({
      disputeId: dispute.id,
      claims: rows.map((row) => ({ id: row.id, claim: claimOf(row), createdAt: row.created_at })),
      state,
      findings: stored.map(({ id, jws, measured_at }) => ({ id, jws, measuredAt: measured_at })),
    })
  }
  return views
}

/** Returns the findings of a dispute, and the state of its claims. */
async function readOne(
  tx: Tx,
  dispute: Pick<DisputeRow, 'id' | 'status'>,
  { claims, findings }: { claims: ClaimRow[]; findings: FindingRow[] },
): Promise<{ stored: FindingRow[]; state: DisputeFindings['state'] }> {
  const last = claims.at(-1)
  if (last === undefined) return { stored: findings, state: 'nothing_claimed' }
  const isMeasured = ([newest]: FindingRow[]) => newest?.last_claim_id === last.id
  if (!isMeasured(findings) && !isLive(dispute)) return { stored: findings, state: 'ended' }
  return await readState(tx, findings, {
    jobKey: jobKeyOf(dispute.id),
    isMeasured,
    readAgain: () => listFindings(tx, [dispute.id]),
  })
}

/**
 * Returns the split of a finding that still counts. Throws not_found, finding_replaced, and
 * finding_without_split.
 */
export async function requireSplit(
  tx: Tx,
  findingId: string,
): Promise<FindingRow & { toVendorCents: bigint }> {
  const row = await findFinding(tx, findingId)
  if (!row) throw new AppError('not_found')
  const claims = await listClaims(tx, [row.dispute_id])
  if (claims.at(-1)?.id !== row.last_claim_id) throw new AppError('finding_replaced')
  if (row.to_vendor_cents === null) throw new AppError('finding_without_split')
  return { ...row, toVendorCents: row.to_vendor_cents }
}

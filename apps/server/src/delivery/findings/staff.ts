/** Shows staff the delivery of a live dispute. */
import { type DisputeEvidence, isLive } from '@semblance/contract'
import { findDispute } from '../../money/disputes/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { audit } from '../../platform/security/audit.ts'
import { findCertificateOf } from '../certificates/service.ts'
import { findReadyDelivery } from '../deliveries/service.ts'
import { listClaims } from './queries.ts'
import { readFindings } from './read-findings.ts'

/** Opens a live dispute's findings and the report, gate and certificate of its delivery. Records each opening. */
export async function openEvidence(ctx: Ctx, staffId: string, disputeId: string) {
  const { tx } = ctx
  const dispute = await findDispute(tx, disputeId)
  if (!dispute) throw new AppError('not_found')
  if (!isLive(dispute)) throw new AppError('dispute_ended')
  await audit(tx, {
    actor: { userId: staffId },
    action: 'dispute.read_evidence',
    object: `dispute:${dispute.id}`,
    detail: { contract: dispute.contract_id },
  })
  return await withSystemRole(tx, async () => {
    const findings = await readFindings(tx, dispute)
    const [claim] = await listClaims(tx, [dispute.id])
    const about = claim ? { id: claim.delivery_id } : { contractId: dispute.contract_id }
    return { ...findings, delivery: await evidenceOf(ctx, about) }
  })
}

async function evidenceOf(
  { tx }: Ctx,
  about: Parameters<typeof findReadyDelivery>[1],
): Promise<DisputeEvidence | null> {
  const delivery = await findReadyDelivery(tx, about)
  if (!delivery?.report || !delivery.finished_at) return null
  const certificate = await findCertificateOf(tx, delivery.id)
  return {
    certificate: certificate && { id: certificate.id, jws: certificate.jws },
    deliveredAt: delivery.finished_at,
    report: delivery.report,
    otherReports: delivery.other_reports,
    gate: delivery.gate,
  }
}

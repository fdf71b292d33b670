/** Limits and approvals of the past, for the sample marketplace, without notices and checks. */
import { approvalDays, type LimitReason } from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { endApproval, insertApproval, insertDecision } from './approval-queries.ts'
import { saveReferences, saveRules } from './queries.ts'

const DAY_MS = 86_400_000

/** Sets a limit on one payment of each member who may not approve. */
export async function backfillMemberLimit(
  tx: Tx,
  { organization, cents, at }: { organization: string; cents: bigint; at: Date },
): Promise<void> {
  await saveRules(tx, { organization, member_payment_cents: cents, updated_at: at })
}

type PastApproval = {
  organization: string
  offerId: string
  revision: number
  amountCents: bigint
  askedBy: string
  note: string
  reason: LimitReason
  limitCents: bigint
  at: Date
  purchaseOrder: string | null
  costCenter: string | null
  decided: { by: string; decision: 'approve' | 'decline'; comment: string; at: Date } | null
}

/** Inserts an approval with the decision of an administrator, if there is one. Insert the oldest first. */
export async function backfillApproval(tx: Tx, past: PastApproval): Promise<void> {
  const { organization, offerId, decided } = past
  const id = await insertApproval(tx, {
    organization,
    offer_id: offerId,
    revision: past.revision,
    amount_cents: past.amountCents,
    asked_by: past.askedBy,
    note: past.note,
    reason: past.reason,
    limit_cents: past.limitCents,
    created_at: past.at,
    expires_at: new Date(past.at.getTime() + approvalDays * DAY_MS),
  })
  await saveReferences(tx, {
    offer_id: offerId,
    organization,
    purchase_order: past.purchaseOrder,
    cost_center: past.costCenter,
    updated_at: past.at,
  })
  if (!decided) return
  await insertDecision(tx, {
    approval: id,
    user_id: decided.by,
    in_place_of: null,
    is_administrator: true,
    decision: decided.decision,
    comment: decided.comment,
    decided_at: decided.at,
  })
  await endApproval(tx, id, decided.decision === 'approve' ? 'approved' : 'declined', decided.at)
}

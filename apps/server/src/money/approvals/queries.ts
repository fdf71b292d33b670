import type { ApprovalState } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import { nameOrEmail } from '../../platform/database/names.ts'

/** Selects approvals with the offer, request and people that they are about. */
const approvals = (tx: Tx) =>
  tx
    .selectFrom('app.approvals as a')
    .innerJoin('offers as o', 'o.id', 'a.offer_id')
    .innerJoin('dprs as d', 'd.id', 'o.dpr_id')
    .leftJoin('companies as v', 'v.id', 'o.vendor')
    .leftJoin('contracts as k', 'k.offer_id', 'o.id')
    .leftJoin('profiles as p', 'p.user_id', 'a.asked_by')
    .leftJoin('app.purchase_references as r', 'r.offer_id', 'a.offer_id')
    .selectAll('a')
    .select([
      'o.dpr_id',
      'o.status as offer_status',
      'o.revision as offer_revision',
      'o.price_cents',
      'o.timeline_days',
      'd.title',
      'd.budget_min_cents',
      'd.budget_max_cents',
      'v.name as vendor_name',
      'k.fee_bps',
      'r.purchase_order',
      'r.cost_center',
    ])
    .select(sql<string>`coalesce(${nameOrEmail('p')}, 'A closed account')`.as('asked_by_name'))

export type ListedApproval = Awaited<ReturnType<typeof listApprovals>>[number]

/** Lists approvals, newest first; one row more than the page. */
export async function listApprovals(
  tx: Tx,
  organization: string,
  { state, after, limit }: { state: ApprovalState; after: string | null; limit: number },
) {
  return await approvals(tx)
    .where('a.organization', '=', organization)
    .where('a.state', '=', state)
    .$call((query) => (after === null ? query : query.where('a.id', '<', after)))
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function getListedApproval(tx: Tx, id: string) {
  return await approvals(tx).where('a.id', '=', id).executeTakeFirstOrThrow()
}

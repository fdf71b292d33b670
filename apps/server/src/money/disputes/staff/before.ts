/** Counts what the parties of a dispute dealt and disputed before it. */
import type { StaffDispute } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import type { DisputeRow } from '../queries.ts'

/** Counts deals and disputes up to the opening of this one. The caller is staff. */
export async function countBefore(tx: Tx, dispute: DisputeRow): Promise<StaffDispute['before']> {
  const { client, vendor } = dispute
  const { opened: _, ...together } = await countDeals(tx, dispute, client, [vendor])
  return {
    client: await countDeals(tx, dispute, client),
    vendor: await countDeals(tx, dispute, vendor),
    together,
    alike: await countAlike(tx, dispute),
  }
}

/** Counts the deals of an organization with these others; with anyone if there are none. */
async function countDeals(
  tx: Tx,
  { contract_id, opened_at }: DisputeRow,
  organization: string,
  others: string[] = [],
) {
  const isOther = sql<boolean>`c.id <> ${contract_id}`
  return await tx
    .selectFrom('contracts as c')
    .leftJoin('disputes as d', (join) =>
      join.onRef('d.contract_id', '=', 'c.id').on('d.opened_at', '<', opened_at),
    )
    .select([
      sql<number>`count(distinct c.id) filter (where ${isOther} and c.funded_at < ${opened_at})::integer`.as(
        'deals',
      ),
      sql<number>`count(distinct c.id) filter (where ${isOther} and c.completed_at < ${opened_at})::integer`.as(
        'completed',
      ),
      sql<number>`count(d.id)::integer`.as('disputes'),
      sql<number>`count(d.id) filter (where d.opened_by = ${organization})::integer`.as('opened'),
    ])
    .where((eb) =>
      eb.and(
        [organization, ...others].map((party) =>
          eb.or([eb('c.client', '=', party), eb('c.vendor', '=', party)]),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
}

/** Counts how staff decided about the same reason before. */
async function countAlike(tx: Tx, { reason, opened_at }: DisputeRow) {
  return await tx
    .selectFrom('disputes')
    .select([
      sql<number>`count(*) filter (where to_client_cents = 0)::integer`.as('allToVendor'),
      sql<number>`count(*) filter (where to_client_cents > 0 and to_vendor_cents > 0)::integer`.as(
        'shared',
      ),
      sql<number>`count(*) filter (where to_vendor_cents = 0)::integer`.as('allToClient'),
    ])
    .where('status', '=', 'ruled')
    .where('reason', '=', reason)
    .where('ended_at', '<', opened_at)
    .executeTakeFirstOrThrow()
}

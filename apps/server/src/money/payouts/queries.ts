import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { decodeUuidCursor, type Page } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type PayoutRow = Selectable<DB['payouts']>

/** Lists vendors with a payable balance. */
export async function listVendorsWithBalance(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ vendor: string }>`
    select a.org_id as vendor from ledger.account a join ledger.balance b on b.account_id = a.id
    where a.kind = 'payable' and b.credits > b.debits order by a.id`.execute(tx)
  return rows.map((row) => row.vendor)
}

/**
 * Locks a vendor for a payout, so that only one runs at a time. Returns null if it may not be paid.
 */
export async function lockActiveVendor(tx: Tx, vendor: string) {
  const row = await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', vendor)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Returns the payout that is with the bank or waits for another attempt. */
export async function findLive(tx: Tx, vendor: string): Promise<PayoutRow | null> {
  const row = await tx
    .selectFrom('payouts')
    .selectAll()
    .where('vendor', '=', vendor)
    .where('state', 'in', ['submitted', 'failed', 'needs_attention'])
    .executeTakeFirst()
  return row ?? null
}

/**
 * Selects the legs of the vendor's payable, apart from payouts. `payout_items` lists what has been
 * paid of them.
 */
export const payableLegs = (vendor: string) => sql`(
  select m.entry_id, m.leg, e.contract_id, e.kind, e.effective_at,
    case when m.cr = p.id then m.amount else -m.amount end as cents
  from ledger.account p
  join lateral (
    select * from ledger.movement where cr = p.id union all select * from ledger.movement where dr = p.id) m on true
  join ledger.entry e on e.id = m.entry_id
  where p.org_id = ${vendor} and p.kind = 'payable'
    and e.kind not in ('payout', 'payout_failed', 'payout_returned'))`

export type OpenLeg = { entry_id: string; leg: number; cents: bigint; effective_at: Date }

/** Lists legs without a payout, or those of the given one. */
export async function listOpenLegs(
  tx: Tx,
  vendor: string,
  exceptPayout: string | null,
): Promise<OpenLeg[]> {
  const { rows } = await sql<OpenLeg>`
    select l.entry_id, l.leg, l.cents::bigint, l.effective_at from ${payableLegs(vendor)} l
    where not exists (select from payout_items i where i.entry_id = l.entry_id and i.leg = l.leg
      and not i.is_ended and i.payout_id is distinct from ${exceptPayout}::uuid)`.execute(tx)
  return rows
}

/** Inserts a payout. Returns null if another one of this vendor is in progress. */
export async function insertPayout(
  tx: Tx,
  row: Insertable<DB['payouts']>,
): Promise<PayoutRow | null> {
  const inserted = await tx
    .insertInto('payouts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('vendor')
        .where('state', 'in', ['submitted', 'failed', 'needs_attention'])
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

/** Changes a payout that is in the given state, at the given attempt. */
export async function claimPayout(
  tx: Tx,
  { id, attempt, state }: Pick<PayoutRow, 'id' | 'attempt' | 'state'>,
  change: Updateable<DB['payouts']>,
): Promise<PayoutRow | null> {
  const row = await tx
    .updateTable('payouts')
    .set(change)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function setEntry(tx: Tx, id: string, entryId: string): Promise<void> {
  await tx.updateTable('payouts').set({ entry_id: entryId }).where('id', '=', id).execute()
}

export async function replaceItems(tx: Tx, payoutId: string, legs: OpenLeg[]): Promise<void> {
  await tx.deleteFrom('payout_items').where('payout_id', '=', payoutId).execute()
  const rows = legs.map(({ entry_id, leg, cents }) => ({
    payout_id: payoutId,
    entry_id,
    leg,
    amount_cents: cents,
  }))
  await tx.insertInto('payout_items').values(rows).execute()
}

export async function endItems(tx: Tx, payoutId: string): Promise<void> {
  await tx
    .updateTable('payout_items')
    .set({ is_ended: true })
    .where('payout_id', '=', payoutId)
    .execute()
}

export async function findPayout(tx: Tx, id: string): Promise<PayoutRow | null> {
  const row = await tx.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function listPayouts(tx: Tx, vendor: string, page: Page): Promise<PayoutRow[]> {
  const after = decodeUuidCursor(page.cursor)
  return await tx
    .selectFrom('payouts')
    .selectAll()
    .where('vendor', '=', vendor)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after!.at}, ${after!.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Lists payouts that need attention, newest first, or the one with this ID in any state. */
export async function listForStaff(tx: Tx, chosen: { page: Page } | { id: string }) {
  const after = 'page' in chosen ? decodeUuidCursor(chosen.page.cursor) : null
  return await tx
    .selectFrom('payouts as p')
    .innerJoin('organizations as o', 'o.id', 'p.vendor')
    .selectAll('p')
    .select('o.name as vendor_name')
    .$if('id' in chosen, (query) => query.where('p.id', '=', (chosen as { id: string }).id))
    .$if('page' in chosen, (query) =>
      query
        .where('p.state', '=', 'needs_attention')
        .limit((chosen as { page: Page }).page.limit + 1),
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(p.created_at, p.id) < (${after!.at}, ${after!.id}::uuid)`),
    )
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
}

/** Lists the items of each payout, largest first, one line per contract. */
export async function listItems(tx: Tx, payoutIds: string[]) {
  const { rows } = await sql<{
    payout_id: string
    contract_id: string | null
    title: string | null
    cents: bigint
  }>`
    select i.payout_id, e.contract_id, k.title, sum(i.amount_cents)::bigint as cents
    from payout_items i join ledger.entry e on e.id = i.entry_id
    left join contracts k on k.id = e.contract_id
    where i.payout_id = any (${payoutIds}::uuid[])
    group by i.payout_id, e.contract_id, k.title order by cents desc`.execute(tx)
  return rows
}

/** Sums what is payable and in transit. */
export async function findBalances(tx: Tx, vendor: string) {
  const { rows } = await sql<{ payable_cents: bigint; transit_cents: bigint }>`
    select coalesce(sum(b.credits - b.debits) filter (where a.kind = 'payable'), 0)::bigint as payable_cents,
      coalesce(sum(b.credits - b.debits) filter (where a.kind = 'payout_transit'), 0)::bigint as transit_cents
    from ledger.account a join ledger.balance b on b.account_id = a.id
    where a.org_id = ${vendor} and a.kind in ('payable', 'payout_transit')`.execute(tx)
  return rows[0]!
}

export async function findSettings(tx: Tx, organization: string) {
  const row = await tx
    .selectFrom('payout_settings')
    .selectAll()
    .where('organization', '=', organization)
    .executeTakeFirst()
  return row ?? null
}

export async function saveSettings(
  tx: Tx,
  organization: string,
  change: Omit<Insertable<DB['payout_settings']>, 'organization'>,
): Promise<void> {
  await tx
    .insertInto('payout_settings')
    .values({ organization, ...change })
    .onConflict((conflict) => conflict.column('organization').doUpdateSet(change))
    .execute()
}

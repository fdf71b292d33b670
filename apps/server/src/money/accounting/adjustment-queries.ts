/** Manual adjustments. Run as the system. */
import type { AdjustmentState } from '@semblance/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import { fullName } from '../../platform/database/names.ts'

export type AdjustmentRow = NonNullable<Awaited<ReturnType<typeof findAdjustment>>>

const adjustments = (tx: Tx) =>
  tx
    .selectFrom('adjustments as a')
    .leftJoin('organizations as o', 'o.id', 'a.organization')
    .leftJoin('profiles as p', 'p.user_id', 'a.proposed_by')
    .leftJoin('profiles as d', 'd.user_id', 'a.decided_by')
    .selectAll('a')
    .select([
      'o.name as organization_name',
      fullName('p').as('proposer'),
      fullName('d').as('decider'),
      sql<boolean>`exists (select from adjustments r where r.reverses = a.id and r.state in ('proposed', 'approved'))`.as(
        'is_reversed',
      ),
    ])

export async function findAdjustment(tx: Tx, id: string) {
  return (await adjustments(tx).where('a.id', '=', id).executeTakeFirst()) ?? null
}

/** Lists adjustments, newest first by id (uuidv7 rises with time); one row more than the page. */
export async function listAdjustments(
  tx: Tx,
  page: { state: AdjustmentState | undefined; after: string | null; limit: number },
) {
  return await adjustments(tx)
    .$if(page.state !== undefined, (query) => query.where('a.state', '=', page.state!))
    .$if(page.after !== null, (query) => query.where('a.id', '<', page.after!))
    .orderBy('a.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function insertAdjustment(
  tx: Tx,
  row: Insertable<DB['adjustments']>,
): Promise<string> {
  const { id } = await tx
    .insertInto('adjustments')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a proposed adjustment until the transaction ends. Returns null if it has been decided. */
export async function lockProposed(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('adjustments')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function updateAdjustment(
  tx: Tx,
  id: string,
  change: Updateable<DB['adjustments']>,
): Promise<void> {
  await tx.updateTable('adjustments').set(change).where('id', '=', id).execute()
}

export async function findOrganization(tx: Tx, organizationId: string) {
  return await tx
    .selectFrom('organizations')
    .select(['id', 'is_client', 'is_vendor'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** Sums earned fees and plans that are still in the trust account. */
export async function findUnswept(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select (coalesce((select sum(b.credits - b.debits) from ledger.current_balance b
        join ledger.account a on a.id = b.account_id where a.code in ('fee_revenue', 'subscription_revenue')), 0)
      - coalesce((select sum(case dr.code when 'cash_operating' then m.amount else -m.amount end)
        from ledger.entry e join ledger.movement m on m.entry_id = e.id join ledger.account dr on dr.id = m.dr
        where e.kind = 'sweep'), 0))::bigint as cents`.execute(tx)
  return rows[0]!.cents
}

/** Serializes approvals, so that the same amount cannot be swept twice. */
export async function lockApprovals(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7361005)`.execute(tx)
}

export async function countProposed(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('adjustments')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('state', '=', 'proposed')
    .executeTakeFirstOrThrow()
  return count
}

/** Returns which of these breaks have a proposed resolution. */
export async function listProposedBreaks(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('adjustments')
    .select('break_id')
    .where('break_id', 'in', ids)
    .where('state', '=', 'proposed')
    .execute()
  return new Set(rows.map((row) => row.break_id!))
}

export async function findBreak(tx: Tx, id: string) {
  return await tx
    .selectFrom('bank_statement_breaks')
    .select(['state', 'difference_cents'])
    .where('id', '=', id)
    .executeTakeFirst()
}

import type { Insertable, Selectable, Updateable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type DisputeRow = Selectable<DB['disputes']>
export type StatementRow = Selectable<DB['dispute_statements']>

/** Selects disputes with their companies' names, for both parties and staff. */
const withNames = (tx: Tx) =>
  tx
    .selectFrom('disputes as d')
    .leftJoin('companies as c', 'c.id', 'd.client')
    .leftJoin('companies as v', 'v.id', 'd.vendor')
    .selectAll('d')
    .select([
      'c.name as client_name',
      'c.slug as client_slug',
      'v.name as vendor_name',
      'v.slug as vendor_slug',
    ])

export type NamedDispute = NonNullable<Awaited<ReturnType<typeof findDispute>>>

/** Returns a dispute that the caller may read, or null: a party's own, or any for staff. */
export async function findDispute(tx: Tx, id: string) {
  return (await withNames(tx).where('d.id', '=', id).executeTakeFirst()) ?? null
}

/** Lists disputes, newest first, at most as many as both sides together may open. */
export async function listDisputesOf(tx: Tx, contractId: string): Promise<NamedDispute[]> {
  return await withNames(tx)
    .where('d.contract_id', '=', contractId)
    .orderBy('d.opened_at', 'desc')
    .orderBy('d.id', 'desc')
    .execute()
}

/** Locks a dispute until the transaction ends; every step of a dispute starts with this. */
export async function lockDispute(tx: Tx, id: string): Promise<DisputeRow> {
  return await tx
    .selectFrom('disputes')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function insertDispute(
  tx: Tx,
  row: Insertable<DB['disputes']>,
): Promise<{ id: string }> {
  return await tx.insertInto('disputes').values(row).returning('id').executeTakeFirstOrThrow()
}

/** Changes a dispute that is in one of `from`; returns false otherwise. */
export async function claimDisputeRow(
  tx: Tx,
  id: string,
  from: readonly DisputeRow['status'][],
  change: Updateable<DB['disputes']>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('disputes')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countDisputesBy(
  tx: Tx,
  contractId: string,
  organization: string,
): Promise<number> {
  const { count } = await tx
    .selectFrom('disputes')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('contract_id', '=', contractId)
    .where('opened_by', '=', organization)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertStatement(
  tx: Tx,
  row: Insertable<DB['dispute_statements']>,
): Promise<{ id: string }> {
  return await tx
    .insertInto('dispute_statements')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function countStatementsBy(
  tx: Tx,
  disputeId: string,
  organization: string,
): Promise<number> {
  const { count } = await tx
    .selectFrom('dispute_statements')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('dispute_id', '=', disputeId)
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists statements, oldest first. */
export async function listStatements(tx: Tx, disputeIds: string[]): Promise<StatementRow[]> {
  if (disputeIds.length === 0) return []
  return await tx
    .selectFrom('dispute_statements')
    .selectAll()
    .where('dispute_id', 'in', disputeIds)
    .orderBy('id')
    .execute()
}

/**
 * Lists live disputes whose time for an answer or an agreement has ended, and those to be reminded.
 */
export async function listDue(
  tx: Tx,
  at: { now: Date; remindUntil: Date },
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('disputes')
    .select('id')
    .where('status', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('negotiate_until', '<=', at.now),
        eb.and([eb('answered_at', 'is', null), eb('answer_due_at', '<=', at.now)]),
        eb.and([
          eb('answered_at', 'is', null),
          eb('reminded_at', 'is', null),
          eb('answer_due_at', '<=', at.remindUntil),
        ]),
      ]),
    )
    .orderBy('answer_due_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists disputes that hold their contract's money, by ID. */
export async function listLive(tx: Tx, afterId: string, limit: number) {
  return await tx
    .selectFrom('disputes')
    .select(['id', 'contract_id', 'stake_cents'])
    .where('status', 'in', ['open', 'escalated'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { decodeUuidCursor, type Page } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type ChargeRow = Selectable<DB['subscription_charges']>

/** Inserts a charge. Returns null if the period was charged already. */
export async function insertCharge(
  tx: Tx,
  row: Insertable<DB['subscription_charges']>,
): Promise<ChargeRow | null> {
  const inserted = await tx
    .insertInto('subscription_charges')
    .values(row)
    .onConflict((conflict) =>
      conflict.constraint('subscription_charges__one_per_period').doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

/** Changes a charge that is in the given state, at the given attempt. */
export async function claimCharge(
  tx: Tx,
  { id, attempt, state }: Pick<ChargeRow, 'id' | 'attempt' | 'state'>,
  change: Updateable<DB['subscription_charges']>,
): Promise<ChargeRow | null> {
  const row = await tx
    .updateTable('subscription_charges')
    .set(change)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function findCharge(
  tx: Tx,
  organization: string,
  id: string,
): Promise<ChargeRow | null> {
  const row = await tx
    .selectFrom('subscription_charges')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Lists charges that failed or were returned, oldest first. */
export async function listUnpaid(tx: Tx, organization: string): Promise<ChargeRow[]> {
  return await tx
    .selectFrom('subscription_charges')
    .selectAll()
    .where('organization', '=', organization)
    .where('state', 'in', ['failed', 'returned'])
    .orderBy('period_end')
    .execute()
}

export async function sumUnpaid(tx: Tx, organization: string): Promise<bigint> {
  const { cents } = await tx
    .selectFrom('subscription_charges')
    .select(sql<bigint>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('organization', '=', organization)
    .where('state', 'in', ['failed', 'returned'])
    .executeTakeFirstOrThrow()
  return cents
}

/** Lists failed charges whose next attempt is due, of organizations that may trade. */
export async function listRetries(tx: Tx, now: Date): Promise<ChargeRow[]> {
  return await tx
    .selectFrom('subscription_charges as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization')
    .selectAll('c')
    .where('c.retry_at', '<=', now)
    .where('o.is_active', '=', true)
    .orderBy('c.retry_at')
    .execute()
}

/** Lists an organization's charges, newest first. The account is null unless `isOwn`. */
export async function listChargeRows(
  tx: Tx,
  organization: string,
  { isOwn, ...page }: Page & { isOwn: boolean },
) {
  const after = decodeUuidCursor(page.cursor)
  return await shown(tx, isOwn)
    .where('c.organization', '=', organization)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('c.period_end', 'c.id'), '<', eb.tuple(after!.at, after!.id)),
      ),
    )
    .orderBy('c.period_end', 'desc')
    .orderBy('c.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function getShownCharge(tx: Tx, id: string) {
  return await shown(tx, true).where('c.id', '=', id).executeTakeFirstOrThrow()
}
export type ShownCharge = Awaited<ReturnType<typeof listChargeRows>>[number]

const shown = (tx: Tx, isOwn: boolean) =>
  tx
    .selectFrom('subscription_charges as c')
    .innerJoin('money_labels as l', (join) =>
      join.onRef('l.state', '=', 'c.state').on('l.object', '=', 'charge'),
    )
    .select((eb) => [
      'c.id',
      'c.plan',
      'c.period_start',
      'c.period_end',
      'c.amount_cents',
      'c.state',
      'c.failure_code',
      'c.retry_at',
      'c.submitted_at',
      'c.paid_at',
      'l.status',
      eb
        .selectFrom('invoices as i')
        .select('i.number')
        .whereRef('i.charge_id', '=', 'c.id')
        .where('i.kind', '=', 'invoice')
        .where('i.state', '<>', 'void')
        .as('invoice_number'),
    ])
    .$if(isOwn, (query) => query.select(['c.bank_name', 'c.account_last4']))

import { type Insertable, type Selectable, sql } from 'kysely'
import type {
  BuiltInBankNotices,
  BuiltInBankTransfers,
} from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { OutcomeType } from '../port.ts'

export type TransferRow = Selectable<BuiltInBankTransfers>

/** Inserts a transfer. Returns null if the key is taken. */
export async function insertTransfer(
  tx: Tx,
  row: Insertable<BuiltInBankTransfers>,
): Promise<TransferRow | null> {
  const inserted = await tx
    .insertInto('built_in_bank.transfers')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

export async function findTransfer(tx: Tx, by: { key: string } | { ref: string }) {
  const [column, value] = 'key' in by ? (['key', by.key] as const) : (['ref', by.ref] as const)
  return await tx
    .selectFrom('built_in_bank.transfers')
    .selectAll()
    .where(column, '=', value)
    .executeTakeFirst()
}

export async function insertNotices(tx: Tx, rows: Insertable<BuiltInBankNotices>[]) {
  return await tx
    .insertInto('built_in_bank.notices')
    .values(rows)
    .returning(['id', 'deliver_at'])
    .execute()
}

const noticesOf = (tx: Tx) =>
  tx
    .selectFrom('built_in_bank.notices as n')
    .innerJoin('built_in_bank.transfers as t', 't.ref', 'n.ref')
    .select(['n.id', 'n.event_id', 't.key', 'n.type', 'n.code', 'n.occurred_at', 'n.deliver_at'])
    .where('n.delivered_at', 'is', null)

export type NoticeRow = Awaited<ReturnType<typeof listUndelivered>>[number]

export async function findUndelivered(tx: Tx, id: bigint) {
  return await noticesOf(tx).where('n.id', '=', id).executeTakeFirst()
}

export async function listUndelivered(tx: Tx, types: readonly OutcomeType[]) {
  return await noticesOf(tx)
    .where('n.type', 'in', types)
    .orderBy('n.deliver_at')
    .orderBy('n.id')
    .execute()
}

export async function markDelivered(tx: Tx, id: bigint, now: Date): Promise<void> {
  await tx
    .updateTable('built_in_bank.notices')
    .set({ delivered_at: now })
    .where('id', '=', id)
    .execute()
}

/** Lists the bookings of a day in UTC: settlements and returns. */
export async function listBookings(tx: Tx, day: string) {
  const onDay = (column: 'settles_at' | 'returns_at') => {
    const booked = sql.ref(`t.${column}`)
    return sql<boolean>`${booked} >= (${day}::date)::timestamp at time zone 'UTC'
      and ${booked} < (${day}::date + 1)::timestamp at time zone 'UTC'`
  }
  const bookings = (type: 'settled' | 'returned') =>
    tx
      .selectFrom('built_in_bank.transfers as t')
      .select(['t.ref', 't.key', 't.kind', 't.amount_cents', sql.lit(type).as('type')])
      .where(onDay(type === 'settled' ? 'settles_at' : 'returns_at'))
  return await bookings('settled').unionAll(bookings('returned')).execute()
}

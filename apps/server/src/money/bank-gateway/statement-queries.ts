import { type Insertable, type Selectable, sql } from 'kysely'
import type { Hold } from '../../platform/backup/restores.ts'
import { decodeCursor, decodeUuidCursor, type Page } from '../../platform/database/cursor.ts'
import type { BankStatementBreaks, BankStatements } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { BankName } from './port.ts'

export type StatementRow = Selectable<BankStatements>
export type BreakRow = Selectable<BankStatementBreaks>

/** Describes a payment that the platform booked as received, or as paid out if negative. */
export type Booking = {
  key: string
  provider_ref: string | null
  type: 'settled' | 'returned'
  cents: bigint
  isOnDay: boolean
}

const dayStart = (day: string) => sql`(${day}::date)::timestamp at time zone 'UTC'`
const dayEnd = (day: string) => sql`(${day}::date + 1)::timestamp at time zone 'UTC'`

/** Lists the bookings of a day in UTC, and those of other days that the statement's lines name. */
export async function listBookings(
  tx: Tx,
  provider: BankName,
  day: string,
  named: { refs: string[]; keys: string[] },
): Promise<Booking[]> {
  const [from, to] = [dayStart(day), dayEnd(day)]
  const { rows } = await sql<Booking>`
    select b.key, b.provider_ref, b.type, b.cents, b.at >= ${from} and b.at < ${to} as "isOnDay"
    from bank_instructions i
    cross join lateral (values
      (i.key, i.provider_ref, 'settled', case i.kind when 'debit' then 1 else -1 end * i.amount_cents, i.settled_at),
      (i.key, i.provider_ref, 'returned', case i.kind when 'debit' then -1 else 1 end * i.amount_cents,
        case i.state when 'returned' then i.ended_at end)) b (key, provider_ref, type, cents, at)
    where i.provider = ${provider} and b.at is not null and (
      i.key in (
        select key from bank_instructions where settled_at >= ${from} and settled_at < ${to}
        union all select key from bank_instructions where state = 'returned' and ended_at >= ${from} and ended_at < ${to})
      or i.provider_ref = any (${named.refs}) or i.key = any (${named.keys}))`.execute(tx)
  return rows
}

/** Sums the cents that instructions, at any provider, explain of the ledger's cash on a day. */
export async function sumBookings(tx: Tx, day: string): Promise<bigint> {
  const isOn = (column: string) =>
    sql`i.${sql.ref(column)} >= ${dayStart(day)} and i.${sql.ref(column)} < ${dayEnd(day)}`
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(b.cents), 0)::bigint as cents from (
      select case i.kind when 'debit' then i.amount_cents else -i.amount_cents end as cents
      from bank_instructions i where ${isOn('settled_at')}
      union all
      select case i.kind when 'debit' then -i.amount_cents else i.amount_cents end
      from bank_instructions i where i.state = 'returned' and ${isOn('ended_at')}) b`.execute(tx)
  return rows[0]!.cents
}

/**
 * Sums the cents that entries of a day moved in and out of the trust account at the bank. Excludes
 * transfers from and to the operator's own account, transfers to suspense, and funding from before
 * there was a bank, which counted as cash at once.
 */
export async function sumLedgerCash(tx: Tx, day: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(case dr.kind when 'cash_trust' then m.amount else -m.amount end), 0)::bigint as cents
    from ledger.entry e
    join ledger.movement m on m.entry_id = e.id
    join ledger.account dr on dr.id = m.dr
    join ledger.account cr on cr.id = m.cr
    where e.effective_at >= ${dayStart(day)} and e.effective_at < ${dayEnd(day)} and e.kind <> 'fund'
      and (dr.kind = 'cash_trust' and cr.kind not in ('cash_operating', 'suspense')
        or cr.kind = 'cash_trust' and dr.kind not in ('cash_operating', 'suspense'))`.execute(tx)
  return rows[0]!.cents
}

/** Returns the past days, at most `most`, that are not compared yet. */
export async function listDueDays(tx: Tx, provider: BankName, now: Date, most: number) {
  const { rows } = await sql<{ day: string }>`
    with bounds as (
      select (${now}::timestamptz at time zone 'UTC')::date - 1 as yesterday,
        coalesce(
          (select max(day) + 1 from bank_statements where provider = ${provider}),
          (select min(settled_at at time zone 'UTC')::date from bank_instructions where provider = ${provider})) as next)
    select day::date::text as day
    from bounds, generate_series(greatest(next, yesterday - ${most}::integer + 1), yesterday, '1 day') day
    where next is not null order by day`.execute(tx)
  return rows.map(({ day }) => day)
}

/**
 * Lists the days of the time lost by a restore, up to the day of `until`, whose statement has not been
 * read since.
 */
export async function listUnreadDays(tx: Tx, provider: BankName, hold: Hold, until: Date) {
  const { rows } = await sql<{ day: string }>`
    select lost.day::date::text as day
    from generate_series((${hold.restoredTo}::timestamptz at time zone 'UTC')::date,
      (${until}::timestamptz at time zone 'UTC')::date, interval '1 day') lost (day)
    where not exists (select from bank_statements s where s.provider = ${provider}
      and s.day = lost.day::date and s.read_at > ${hold.startedAt})
    order by day`.execute(tx)
  return rows.map(({ day }) => day)
}

/** Keeps others off this statement until the transaction ends. */
export async function saveStatement(tx: Tx, row: Insertable<BankStatements>): Promise<void> {
  const { provider, day, ...read } = row
  await tx
    .insertInto('bank_statements')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'day']).doUpdateSet(read))
    .execute()
}

/** Inserts a break. Returns null if the same line differed before. */
export async function insertBreak(
  tx: Tx,
  row: Insertable<BankStatementBreaks>,
): Promise<BreakRow | null> {
  const inserted = await tx
    .insertInto('bank_statement_breaks')
    .values(row)
    .onConflict((conflict) => conflict.constraint('bank_statement_breaks__line').doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

export async function setEntry(tx: Tx, id: string, entryId: string): Promise<void> {
  await tx
    .updateTable('bank_statement_breaks')
    .set({ entry_id: entryId })
    .where('id', '=', id)
    .execute()
}

export async function claimBreak(
  tx: Tx,
  id: string,
  resolution: string,
  now: Date,
): Promise<BreakRow | null> {
  const row = await tx
    .updateTable('bank_statement_breaks')
    .set({ state: 'resolved', resolution, resolved_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Lists open breaks of lines that were unknown to the platform and are known now. */
export async function listHeardOf(tx: Tx, provider: BankName): Promise<BreakRow[]> {
  return await tx
    .selectFrom('bank_statement_breaks as b')
    .innerJoin('bank_instructions as i', (join) =>
      join.onRef('i.provider', '=', 'b.provider').onRef('i.provider_ref', '=', 'b.provider_ref'),
    )
    .selectAll('b')
    .where('b.provider', '=', provider)
    .where('b.state', '=', 'open')
    .where('b.kind', '=', 'missing_here')
    .where(
      sql<boolean>`case b.type when 'settled' then i.settled_at is not null else i.state = 'returned' end`,
    )
    .where(
      sql<boolean>`b.statement_cents = case when (i.kind = 'debit') = (b.type = 'settled') then 1 else -1 end * i.amount_cents`,
    )
    .execute()
}

export async function listBreakRows(
  tx: Tx,
  { state, cursor, limit }: Page & { state?: BreakRow['state'] },
): Promise<BreakRow[]> {
  const after = decodeUuidCursor(cursor)
  return await tx
    .selectFrom('bank_statement_breaks')
    .selectAll()
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('found_at', 'id'), '<', eb.tuple(after!.at, after!.id))),
    )
    .orderBy('found_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function listStatementRows(tx: Tx, { cursor, limit }: Page): Promise<StatementRow[]> {
  const after = decodeCursor(cursor)
  const day = after?.at.toISOString().slice(0, 10)
  return await tx
    .selectFrom('bank_statements')
    .selectAll()
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(day, provider) < (${day}::date, ${after?.id})`),
    )
    .orderBy('day', 'desc')
    .orderBy('provider', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function countOpen(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('bank_statement_breaks')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Finds balances that are not yet violations but need attention: money at the bank for too long,
 * payouts whose state the bank reports differently, trust money spent as fees.
 */
import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/database/db.ts'

/** The slowest debit, payout and refund are done long before. */
const MOST_BANKING_DAYS = 10
/** Weekends and holidays between them, and the least that is waited where a banking day is a second. */
const CALENDAR_FACTOR = 2
const LEAST_MS = 3_600_000

/** Returns a line for each stuck balance. Run as the system. */
export async function findStuckBalances(
  tx: Tx,
  now: Date,
  { bankDaySeconds }: Pick<Config, 'bankDaySeconds'>,
): Promise<string[]> {
  const sla = Math.max(MOST_BANKING_DAYS * CALENDAR_FACTOR * bankDaySeconds * 1000, LEAST_MS)
  const { rows } = await sql<{ at: string }>`
    select key || ' is at the bank since ' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as at
      from public.bank_instructions
      where state in ('queued', 'submitted') and created_at < ${new Date(now.getTime() - sla)}
    union all
    select 'payout:' || p.id || ' is ' || p.state || ' and ' || i.state || ' at the bank'
      from public.payouts p join public.bank_instructions i on i.key = 'payout:' || p.id || ':' || p.attempt
      where i.state not in (select unnest(case p.state when 'submitted' then array['queued', 'submitted']
        when 'paid' then array['settled'] when 'returned' then array['returned'] else array['failed', 'canceled'] end))
    union all
    select 'fees swept exceed fees earned by ' || swept - earned || ' cents: pay them back into trust'
      from (select
        coalesce((select sum(case dr.code when 'cash_operating' then m.amount else -m.amount end)
          from ledger.entry e join ledger.movement m on m.entry_id = e.id join ledger.account dr on dr.id = m.dr
          where e.kind = 'sweep'), 0) as swept,
        coalesce((select sum(b.credits - b.debits) from ledger.current_balance b
          join ledger.account a on a.id = b.account_id where a.code in ('fee_revenue', 'subscription_revenue')), 0) as earned) f
      where swept > earned`.execute(tx)
  return rows.map(({ at }) => at)
}

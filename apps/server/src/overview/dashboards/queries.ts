/**
 * Figures of a dashboard. This and what else a dashboard reads names the organization in every query, and is run
 * as the system: planning and checking the policies took longer than the rest.
 */
import { activeContractStatuses, type DprStatus, type Side } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Describes the owner of a dashboard. A visitor reads of sample companies only. */
export type Reader = { organization: string; samplesOnly: boolean }

/** Returns the companies whose names the reader may see, as SQL. */
export const knownCompanies = ({ samplesOnly }: Reader) =>
  samplesOnly ? sql`(select * from companies where is_sample)` : sql`companies`

/** Counts offers that wait for the client's answer, and those among them since a time. */
export async function countPendingOffers(tx: Tx, side: Side, organization: string, since: Date) {
  const { rows } = await sql<{ pending: number; new: number }>`
    select count(*)::integer as pending, (count(*) filter (where created_at >= ${since}))::integer as new
    from offers where ${sql.ref(side)} = ${organization} and status = 'pending'`.execute(tx)
  return rows[0]!
}

export async function countActiveContracts(tx: Tx, side: Side, organization: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from contracts
    where ${sql.ref(side)} = ${organization} and status in (${sql.join(activeContractStatuses.map(sql.lit))})`.execute(
    tx,
  )
  return rows[0]!.count
}

export async function countDprs(tx: Tx, client: string) {
  const { rows } = await sql<{ status: DprStatus; count: number }>`
    select status, count(*)::integer as count from dprs where client = ${client} group by status`.execute(
    tx,
  )
  const of = (...statuses: DprStatus[]) =>
    rows.reduce((sum, { status, count }) => (statuses.includes(status) ? sum + count : sum), 0)
  return {
    active: of('open', 'accepted'),
    open: of('open'),
    completed: of('ready_for_download', 'completed'),
  }
}

/** Returns the due time of the earliest open delivery, overdue ones included; null without any. */
export async function findNextDelivery(tx: Tx, client: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(app.delivery_due(k, ${now})) as due from contracts k
    where client = ${client} and status in ('in_progress', 'synthetic_processing')`.execute(tx)
  return rows[0]!.due
}

/** Sums prices held and released over all contracts of one side. */
export async function sumMoney(tx: Tx, side: Side, organization: string) {
  const { rows } = await sql<{ held_cents: bigint; released_cents: bigint }>`
    select coalesce(sum(b.credits - b.debits), 0)::bigint as held_cents,
      coalesce(sum((select sum(m.amount) from ledger.movement m
        join ledger.account p on p.id = m.cr and p.kind = 'payable' where m.dr = a.id)), 0)::bigint as released_cents
    from contracts k
    join ledger.account a on a.contract_id = k.id and a.kind in ('escrow', 'escrow_frozen')
    join ledger.balance b on b.account_id = a.id
    where k.${sql.ref(side)} = ${organization}`.execute(tx)
  return rows[0]!
}

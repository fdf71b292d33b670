/** Checks after a fault: what was acknowledged is there, once, and the books add up. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { findMissingContent } from '../../apps/server/src/delivery/blob-gc/service.ts'
import { verifyLedger } from '../../apps/server/src/money/ledger/service.ts'
import { type Config, readConfig } from '../../apps/server/src/platform/config.ts'
import { system, type Tx } from '../../apps/server/src/platform/database/db.ts'
import { enqueue } from '../../apps/server/src/platform/process/jobs.ts'
import type { Market } from '../../apps/server/testing/fixtures/market-fixtures.ts'
import { expectPayoutsAddUp } from '../../apps/server/testing/fixtures/payout-fixtures.ts'
import type { Installation } from './cluster.ts'
import type { Deal } from './deal.ts'
import { findPayoutNoticeFaults, payoutTitles } from './payout-notices.ts'

/** Starts a payout run now instead of at the next minute. */
export async function payNow({ db }: Installation): Promise<void> {
  const options = { queueName: 'payouts', jobKey: 'payout.run' }
  await db.transaction(system, (tx) => enqueue(tx, 'payout.run', {}, options))
}

/**
 * Expects that each deal was paid for, delivered and paid out exactly once, that of a delivery no more runs
 * than allowed counted as failed, and that nothing is left behind.
 */
export async function expectAllOnce(
  cluster: Installation,
  deals: Deal[],
  { mostCountedRuns = 0 } = {},
): Promise<void> {
  const { db } = cluster
  const ids = deals.map(({ contractId }) => contractId)
  const found = await db.transaction(system, (tx) => countOf(tx, ids))
  const once = found.map(({ defects, ...rest }) => ({
    ...rest,
    isRetried: defects > mostCountedRuns,
  }))
  expect(once).toEqual(ids.toSorted().map(expected))
  await expectSound(cluster)
}

/** Expects that books, stored content and queue are in order, for any deals. */
export async function expectSound(cluster: Installation): Promise<void> {
  const { db, content } = cluster
  expect(await db.transaction(system, verifyLedger)).toEqual([])
  await expectPayoutsAddUp({ platform: { db } } as Market)
  const config: Config = { ...readConfig({ SAMPLE_DATA: 'off' }), ...content }
  const missing = await findMissingContent({ config, db })
  expect(missing.flatMap((kind) => kind.missing)).toEqual([])
  expect(await db.transaction(system, repeated)).toEqual([])
  expect(await db.transaction(system, findPayoutNoticeFaults)).toEqual([])
  expect(cluster.defects).toEqual([])
  await expect.poll(() => cluster.servers.flatMap((s) => s.workDirs())).toEqual([])
  await expect.poll(() => troubled(cluster), { interval: 500 }).toEqual([])
}

const expected = (contract: string) => ({
  contract,
  status: 'completed',
  deliveries: 1,
  ready: 1,
  isRetried: false,
  certificates: 1,
  destroyed: 1,
  settled: 1,
  payments: 1,
  paid_out: 1,
})

/** Counts what there should be one of, for each contract. */
async function countOf(tx: Tx, contracts: string[]) {
  const { rows } = await sql<{ defects: number }>`
    select k.id as contract, k.status,
      (select count(*)::int from deliveries d where d.contract_id = k.id) as deliveries,
      (select count(*)::int from deliveries d where d.contract_id = k.id and d.status = 'ready') as ready,
      (select sum(d.attempt)::int from deliveries d where d.contract_id = k.id) as defects,
      (select count(*)::int from certificates c where c.contract_id = k.id) as certificates,
      (select count(*)::int from app.audit_log a where a.action = 'original_key.destroy'
        and a.detail ->> 'contract' = k.id and a.detail ->> 'why' = 'delivered') as destroyed,
      (select count(*)::int from payments p where p.contract_id = k.id and p.settled_at is not null) as settled,
      (select count(*)::int from payments p where p.contract_id = k.id) as payments,
      (select count(*)::int from payout_items i join payouts p on p.id = i.payout_id
        join ledger.entry e on e.id = i.entry_id
        where e.contract_id = k.id and p.state = 'paid') as paid_out
    from contracts k where k.id = any(${contracts}) order by k.id`.execute(tx)
  return rows
}

/** Lists mails, notices and invoices that exist more than once; those of payouts are compared apart. */
async function repeated(tx: Tx) {
  const { rows } = await sql`
    select 'mail' as what, subject as name, count(*)::int from app.mails
      where not subject = any(${payoutTitles}) group by recipient, subject, text_body having count(*) > 1
    union all
    select 'notice', title, count(*)::int from notifications
      where path is not null and not title = any(${payoutTitles})
      group by user_id, title, message, path having count(*) > 1
    union all
    select 'invoice', min(item), count(*)::int from invoices
      group by kind, contract_id, organization, payment_id, refund_id, entry_id having count(*) > 1`.execute(
    tx,
  )
  return rows
}

/**
 * Lists jobs that failed or still wait for a dependency. Not incidents: those that requests met stay
 * open for five quiet minutes.
 */
async function troubled({ db }: Installation): Promise<unknown[]> {
  return await db.transaction(system, async (tx) => {
    const { rows } = await sql`
      select task as name, last_error as error from app.jobs where state = 'failed' or last_error is not null
      union all select f.dependency, 'job ' || f.job_id from app.job_faults f`.execute(tx)
    return rows
  })
}

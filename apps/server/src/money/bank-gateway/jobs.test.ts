import { beforeEach, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { eventually } from '../../../testing/eventually.ts'
import { accountEnding, give, row } from '../../../testing/fixtures/bank-fixtures.ts'
import {
  agree,
  bankAccount,
  expectSoundLedger,
  pay,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor } = await useMarket(
  { client: 'client', vendor: 'vendor' },
  { bankDaySeconds: 0.05 },
)

const query = (text: string, values: unknown[] = []) => market.platform.db.pool.query(text, values)

beforeEach(() => query('delete from graphile_worker._private_jobs'))

it('a payment settles by the queue alone, some banking days after it was made', async () => {
  const { offerId, contractId } = await agree(client, vendor)
  await pay(client, offerId)
  const status = async () => (await client.api.contracts.get({ contractId })).status
  expect(await status()).toBe('awaiting_payment')
  await eventually(async () => {
    await runJobs(market)
    expect(await status()).toBe('in_progress')
  })
  await expectSoundLedger(market)
})

it('a payment without funds fails by the queue alone, and the client pays from elsewhere', {
  tags: 'long',
}, async () => {
  const { offerId, contractId } = await agree(client, vendor)
  const { accountNumber } = accountEnding('9001')
  const failures = async () =>
    (await client.api.notifications.list({ limit: 50 })).items.filter(
      ({ title }) => title === 'Payment failed',
    ).length
  const before = await failures()
  await client.api.payments.fund({
    offerId,
    bankAccount: { ...bankAccount, accountNumber },
    accepted: client.accepted,
  })
  await eventually(async () => {
    await runJobs(market)
    expect(await failures()).toBe(before + 1)
  })
  await pay(client, offerId)
  await client.settle()
  expect((await client.api.contracts.get({ contractId })).status).toBe('in_progress')
  await expectSoundLedger(market)
})

it('a notice that comes up too early is told when it is due', async () => {
  const { platform } = market
  const key = await give(platform, client.organization.id)
  // Its notice comes 50 ms later, which a run of all jobs could outlast.
  await runJobs(market, { 'bank.submit': market.app.jobs['bank.submit']! })
  await query(`update built_in_bank.notices set deliver_at = now() + interval '1 hour'
    where delivered_at is null`)
  await query('update graphile_worker._private_jobs set run_at = now()')
  await runJobs(market)
  expect((await row(platform, key)).state).toBe('submitted')
  const waiting = await query(`select from graphile_worker.jobs
    where task_identifier = 'built_in_bank.notify' and run_at > now() + interval '50 minutes'`)
  expect(waiting.rowCount).toBe(1)
})

it('what lost its job is taken up again within the hour', async () => {
  const { platform } = market
  const stalled = await give(platform, client.organization.id, {
    now: new Date(Date.now() - 2 * 3_600_000),
  })
  const fresh = await give(platform, client.organization.id)
  await query('delete from graphile_worker._private_jobs')
  await market.app.jobs['bank.resume']!({}, {} as never)
  await runJobs(market)
  expect((await row(platform, stalled)).attempts).toBe(1)
  expect((await row(platform, fresh)).attempts).toBe(0)
})

import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { engineProcesses, runEachTaskAlone } from '../../../testing/engine-processes.ts'
import { fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  customersCsv,
  expectAwaitingDelivery,
  originalExists,
  readOriginal,
  submit,
  work,
} from '../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { markProcessing } from '../../market/contracts/service.ts'
import { system } from '../../platform/database/db.ts'
import { processDelivery } from '../deliveries/process-delivery.ts'
import { clearWork } from './work-dir.ts'

let market: Market
let client: Person
let vendor: Person
beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
})
afterAll(() => market.close())

/** Kills the engine's processes. Returns their number. */
function killEngine(): number {
  const running = engineProcesses()
  for (const pid of running) process.kill(pid, 'SIGKILL')
  return running.length
}

it('until it is ready, the vendor can take a delivery back, and whatever runs on it stops', {
  tags: 'long',
}, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { delivery, uploadId } = await submit(market, vendor, contractId, customersCsv(3000))
  await runEachTaskAlone(async () => {
    const running = processDelivery(work(market), delivery.id)
    await expect
      .poll(async () => (await client.api.contracts.get({ contractId })).status)
      .toBe('synthetic_processing')
    await vendor.api.deliveries.cancel({ contractId })
    await running
  })
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'cancelled' })
  expect(await client.api.deliveries.latest({ contractId })).toBeNull()
  await expectAwaitingDelivery(vendor, contractId)
  expect(await readOriginal(market, uploadId)).toBeNull()
  expect(readdirSync(join(market.platform.config.dataDir, 'work'))).toEqual([])
  await runJobs(market)
  expect(originalExists(market, uploadId)).toBe(false)
})

it('a synthesis that the server’s stop cuts off, or whose process is killed, starts again and finishes', {
  tags: 'long',
}, async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const { delivery, uploadId } = await submit(market, vendor, contractId)
  for (let stops = 0; stops < 5; stops++)
    await processDelivery(work(market, AbortSignal.abort()), delivery.id)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'queued' })
  expect(originalExists(market, uploadId)).toBe(true)
  await runEachTaskAlone(async () => {
    const failure = expect(processDelivery(work(market), delivery.id)).rejects.toThrow('SIGKILL')
    // The kernel kills the process the same way when memory runs out.
    await expect.poll(killEngine, { interval: 20 }).toBe(1)
    await failure
  })
  expect(readdirSync(join(market.platform.config.dataDir, 'work'))).toEqual([])
  await runJobs(market)
  await client.api.deliveries.dataset({ dprId })
})

it('a synthesis that takes more memory than it may is stopped with the reason', {
  tags: 'long',
}, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { delivery } = await submit(market, vendor, contractId)
  const small = {
    ...market.platform,
    config: { ...market.platform.config, synthesisMemoryMb: 100 },
  }
  const place = { ...work(market), platform: small }
  await runEachTaskAlone(() => processDelivery(place, delivery.id))
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({
    status: 'refused',
    reason: expect.stringMatching(/more memory .* \(100 MB\)/),
  })
})

it('a delivery whose every run died with the server is held, and nothing of a run stays readable', {
  tags: 'long',
}, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { delivery, uploadId } = await submit(market, vendor, contractId)
  const left = join(market.platform.config.dataDir, 'work', 'of-a-run-that-died')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'customers.csv'), 'a copy of the original')
  await market.platform.db.transaction(system, async (tx) => {
    await markProcessing(tx, contractId, new Date())
    await sql`update deliveries set status = 'processing', run_id = uuidv7(), takeovers = 9
      where id = ${delivery.id}`.execute(tx)
  })
  await clearWork(market.platform) // as at every start
  expect(existsSync(left)).toBe(false)
  await runJobs(market)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'held' })
  expect(await readOriginal(market, uploadId)).toEqual(Buffer.from(customersCsv()))
})

it('files of a run stay while its server has a lease, and go when it has none', async () => {
  const server = randomUUID()
  const left = join(market.platform.config.dataDir, 'work', `${server}.${randomUUID()}`)
  mkdirSync(left, { recursive: true })
  const { pool } = market.platform.db
  await pool.query(
    `insert into app.workers (id, process_id, role, host, pid, version)
     values ($1, $1, 'engine', 'elsewhere', 1, 'test')`,
    [server],
  )
  await clearWork(market.platform)
  expect(existsSync(left)).toBe(true)
  await pool.query('delete from app.workers where id = $1', [server])
  await clearWork(market.platform)
  expect(existsSync(left)).toBe(false)
})

it('two runs at once end in one result', { tags: 'long' }, async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const { delivery, uploadId } = await submit(market, vendor, contractId)
  const runs = [1, 2].map(() => processDelivery(work(market), delivery.id))
  await Promise.all(runs)
  await runJobs(market)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'ready' })
  await client.api.deliveries.dataset({ dprId })
  expect(originalExists(market, uploadId)).toBe(false)
})

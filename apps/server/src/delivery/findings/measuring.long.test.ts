/**
 * Tests what is measured where files were converted or altered, and a run that is cut off.
 *
 * @module-tag long
 */
import { rmSync } from 'node:fs'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { runJobs, skipBackoff } from '../../../testing/drain-jobs.ts'
import { engineProcesses, runEachTaskAlone } from '../../../testing/engine-processes.ts'
import {
  agreeLater,
  claimOn,
  deliveredCustomers,
  newestFinding,
  oldestAge,
} from '../../../testing/finding-fixtures.ts'
import {
  type Deal,
  expectRefusal,
  expectSoundLedger,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { blobPath, work } from '../../../testing/fixtures/delivery-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { measureCheck } from './claim-checks.ts'
import { measureDispute } from './measure-dispute.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
afterEach(() => expectSoundLedger(market))

let deal: Deal
beforeAll(async () => {
  deal = await deliveredCustomers(market, { client, vendor })
  await agreeLater(market, deal, { oldest: 40, records: 800 })
}, 400_000)

const filesOf = async () =>
  (
    await market.platform.db.pool.query<{ id: string; name: string; storage_key: string }>(
      `select f.id, f.name, f.storage_key from delivery_files f
       join deliveries d on d.id = f.delivery_id where d.contract_id = $1`,
      [deal.contractId],
    )
  ).rows
const twin = async () => (await filesOf()).find(({ name }) => name.endsWith('_synthetic.csv'))!

it('claims are measured before a dispute, for the client alone and without an effect', async () => {
  const claims = [oldestAge(40), { type: 'records' as const }]
  const { contractId } = deal
  expect(await client.api.findings.checked({ contractId })).toBeNull()
  const begun = await client.api.findings.check({ contractId, claims })
  expect(begun).toMatchObject({ state: 'measuring', judged: [] })
  expect((await client.api.findings.check({ contractId, claims })).id).toBe(begun.id)
  await runJobs(market)
  expect(await client.api.findings.checked({ contractId })).toMatchObject({
    ...{ id: begun.id, state: 'measured', claims },
    judged: [
      { outcome: 'confirmed', measured: { type: 'column_rule' }, priceCents: null },
      { outcome: 'confirmed', measured: { type: 'records', wanted: 800 } },
    ],
  })
  const other = await client.api.findings.check({ contractId, claims: [{ type: 'records' }] })
  expect(other.id).not.toBe(begun.id)
  await expectRefusal(client.api.findings.check({ contractId, claims }), 'check_under_way')
  expect((await client.api.findings.checked({ contractId }))?.id).toBe(other.id)
  expect((await client.api.findings.list(deal)).items).toEqual([])
  const stranger = await market.member('both')
  for (const [api, code] of [
    [vendor.api, 'not_permitted'],
    [stranger.api, 'not_found'],
  ] as const) {
    await expectRefusal(api.findings.check({ contractId, claims }), code)
    await expectRefusal(api.findings.checked({ contractId }), code)
  }
  await expectRefusal(market.visitor.findings.check({ contractId, claims }), 'sign_in_required')
  const wrong = { ...oldestAge(41), table: 'orders' }
  await expectRefusal(client.api.findings.check({ contractId, claims: [wrong] }), 'bad_input')
  await runJobs(market)
})

it('a check that is replaced is cut off, one that is cut off waits in the turn of its contract, and twenty are all', async () => {
  const { contractId } = deal
  const { pool } = market.platform.db
  const turns = async () =>
    (await pool.query(`select queue_name from app.jobs where task = 'claims.check'`)).rows
  await pool.query('delete from app.claim_checks')
  const { id } = await client.api.findings.check({ contractId, claims: [oldestAge(40)] })
  await pool.query('select graphile_worker.remove_job($1)', [`claim-check:${id}`])
  await measureCheck(work(market, AbortSignal.abort()), id)
  expect(await turns()).toEqual([{ queue_name: `claims:${contractId}` }])
  await pool.query('select graphile_worker.remove_job($1)', [`claim-check:${id}`])

  await runEachTaskAlone(async () => {
    const running = measureCheck(work(market), id)
    await expect.poll(() => engineProcesses().length, { interval: 10 }).toBe(1)
    for (const pid of engineProcesses()) process.kill(pid, 'SIGSTOP') // or it might be done before
    await pool.query('update app.claim_checks set id = uuidv7() where id = $1', [id])
    await running
  })
  expect([engineProcesses(), await turns()]).toEqual([[], []])

  await pool.query(`update app.claim_checks set times = 19, claims = '[]', judged = '[]'`)
  const [last, beyond] = [[{ type: 'records' as const }], [oldestAge(40)]]
  await client.api.findings.check({ contractId, claims: last })
  await runJobs(market)
  expect((await client.api.findings.check({ contractId, claims: last })).state).toBe('measured')
  await expectRefusal(client.api.findings.check({ contractId, claims: beyond }), 'checks_used_up')
  await pool.query('update deliveries set superseded_at = now() where contract_id = $1', [
    contractId,
  ])
  expect(await client.api.findings.checked({ contractId })).toMatchObject({
    ...{ state: 'outdated', claims: last, judged: [] },
  })
  await pool.query('update deliveries set superseded_at = null where contract_id = $1', [
    contractId,
  ])
})

it('a run that is killed, or that the server’s stop cuts off, starts again; a dispute that ends has none', {
  timeout: 400_000,
}, async () => {
  const disputeId = await claimOn(client, deal, [oldestAge(40)])
  await measureDispute(work(market, AbortSignal.abort()), disputeId)
  await runEachTaskAlone(async () => {
    const failure = expect(measureDispute(work(market), disputeId)).rejects.toThrow('SIGKILL')
    const kill = () => engineProcesses().map((pid) => process.kill(pid, 'SIGKILL')).length
    await expect.poll(kill, { interval: 10 }).toBe(1)
    await failure
  })
  expect(await newestFinding(client, deal, disputeId)).toBeNull()
  await Promise.all([1, 2].map(() => measureDispute(work(market), disputeId)))
  await skipBackoff(market)
  await runJobs(market)
  const all = (await client.api.findings.list(deal)).items[0]!
  expect(all).toMatchObject({ disputeId, state: 'measured' })
  expect(all.findings).toHaveLength(1)
  const { items } = await client.api.notifications.list({ limit: 20 })
  const told = items.filter(({ title, message }) => title === 'Claims measured' && message)
  expect(told).toHaveLength(1)

  await client.api.findings.claim({ disputeId, claims: [{ type: 'records' }] })
  await runEachTaskAlone(async () => {
    const running = measureDispute(work(market), disputeId)
    await expect.poll(() => engineProcesses().length, { interval: 10 }).toBe(1)
    for (const pid of engineProcesses()) process.kill(pid, 'SIGSTOP') // or it might be done before
    await client.api.disputes.withdraw({ disputeId })
    await running
  })
  await runJobs(market)
  expect((await client.api.findings.list(deal)).items[0]).toMatchObject({ state: 'ended' })
  expect((await client.api.findings.list(deal)).items[0]!.findings).toHaveLength(1)
  expect(engineProcesses()).toEqual([])
})

it('a dispute over a delivery whose files were converted is measured on the files of the certificate', async () => {
  const { id: fileId, name } = await twin()
  await client.api.deliveries.convert({ fileId, format: 'xlsx' })
  await runJobs(market)
  expect((await filesOf()).map((file) => file.name)).toContain(name.replace('.csv', '.xlsx'))
  const disputeId = await claimOn(client, deal, [
    { type: 'format', format: 'json' },
    { type: 'format', format: 'csv' },
    { type: 'records' },
  ])
  await runJobs(market)
  const { files, claims } = (await newestFinding(client, deal, disputeId))!.stated
  expect(files.map((file) => file.name).sort()).toEqual([name, name.replace('.csv', '.json')])
  const as = (file: string) => ({ table: 'customers', file, isReadable: true, isSameTable: true })
  expect(claims).toMatchObject([
    { outcome: 'refuted', measured: { tables: [as(name.replace('.csv', '.json'))] } },
    { outcome: 'refuted', measured: { tables: [as(name)] } },
    { outcome: 'confirmed' },
  ])
  await client.api.disputes.withdraw({ disputeId })
})

it('a file that is not what was delivered is not measured', async () => {
  const { id, storage_key } = await twin()
  const report = (await filesOf()).find(({ name }) => name === 'validation_report.json')!
  // Another whole file of the delivery, sealed under the same key, in the twin's place.
  const { pool } = market.platform.db
  const store = (file: string, key: string) =>
    pool.query('update delivery_files set storage_key = $2 where id = $1', [file, key])
  await store(report.id, 'elsewhere')
  await store(id, report.storage_key)
  await pool.query(
    'update delivery_files set bytes = (select bytes from delivery_files where id = $2) where id = $1',
    [id, report.id],
  )
  const disputeId = await claimOn(client, deal, [oldestAge(40), { type: 'format', format: 'json' }])
  await runJobs(market)
  const { files, claims, split } = (await newestFinding(client, deal, disputeId))!.stated
  const differing = files.find(({ name }) => name.endsWith('.csv'))!
  expect(differing.foundSha256).not.toBe(differing.sha256)
  expect(claims).toMatchObject([
    { outcome: 'inconclusive', reason: 'files_differ', measured: null },
    { outcome: 'inconclusive', reason: 'files_differ', measured: null },
  ])
  expect(split).toBeNull()

  // The file is gone.
  rmSync(blobPath(market, storage_key), { recursive: true })
  await store(id, storage_key)
  await client.api.findings.claim({ disputeId, claims: [{ type: 'records' }] })
  await runJobs(market)
  const gone = (await newestFinding(client, deal, disputeId))!.stated
  expect(gone.files.find(({ name }) => name.endsWith('.csv'))).toMatchObject({ foundSha256: null })
  expect(gone.claims.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 3 }, () => 'files_differ'),
  )
  await client.api.disputes.withdraw({ disputeId })
})

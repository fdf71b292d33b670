/**
 * Tests reports of shapes that no engine writes, and measurements during which the contract or the engine changes.
 *
 * @module-tag long
 */
import { ENGINE_VERSION, type PublishedReport } from '@semblance/synth'
import { expect, it } from 'vitest'
import { runJobs } from '../../../../testing/drain-jobs.ts'
import { expectRefusal, fundedDeal } from '../../../../testing/fixtures/deal-fixtures.ts'
import { useHonestMeasurement } from '../../../../testing/measurements/honest-measurement.ts'
import { sign, useMeasurements } from '../../../../testing/measurements/use-measurements.ts'
import { costOf } from '../../sources/budget.ts'
import { expireMeasurements } from './expire.ts'

const measurements = await useMeasurements()
const { market, client, vendor, key, rows, newSource, reserve, begun, put, state, spentOn } =
  measurements
const { honest, prepare, send } = await useHonestMeasurement(measurements)

/** Makes reports that no engine writes: too large, out of bounds, of no shape, or without their checks. */
function forgedReports(own: PublishedReport): object[] {
  const { columns, fidelity, privacy } = own
  const [first] = columns
  const bars = (count: number) => Array.from({ length: count }, () => 0)
  const plot = { type: 'categories', labels: ['a'], original: [1], synthetic: [1] }
  const withPlot = (change: object) => ({
    ...own,
    columns: [{ ...first, plot: { ...plot, ...change } }, ...columns.slice(1)],
  })
  const withChecks = (checks: object[]) => ({ ...own, privacy: { ...privacy, checks } })
  const axis = { column: first?.name, labels: ['a'] }
  const inWords = { original: '', synthetic: '' }
  const pair = { x: axis, y: axis, original: [[1]], synthetic: [[1]], inWords, match: 1 }
  return [
    { ...own, rows: { ...own.rows, columns: columns.length + 1 } },
    {
      ...own,
      rows: { ...own.rows, columns: 20_001 },
      columns: bars(20_001).map(() => ({ ...first, plot: null, numbers: null })),
    },
    { ...own, columns: [] },
    { ...own, fidelity: { ...fidelity, overall: 5, relative: 5 } },
    { ...own, fidelity: { ...fidelity, ceiling: 0.9, overall: 0.1, relative: 1 } },
    { ...own, fidelity: { ...fidelity, shapes: 1e306 } },
    { ...own, qualityScore: 100.5 },
    withPlot({ original: [1, 0] }),
    withPlot({ synthetic: [1e306] }),
    withPlot({
      labels: bars(200_000).map(String),
      original: bars(200_000),
      synthetic: bars(200_000),
    }),
    { ...own, pairs: [{ ...pair, original: [[1, 0]] }] },
    { ...own, pairs: [{ ...pair, x: { ...axis, column: 'none' } }] },
    { ...own, pairs: bars(51).map(() => pair) },
    withChecks([]),
    withChecks(privacy.checks.slice(1)),
    withChecks([...privacy.checks, ...privacy.checks]),
    withChecks(privacy.checks.map((check) => ({ ...check, id: 'toString' }))),
    { ...own, privacy: { ...privacy, closestRecordShare: 2 } },
  ]
}

it('reports speak in the platform’s words, whatever their vendor writes', async () => {
  const one = await begun()
  await send(one)
  const own = honest.report
  const forged: [string, object][] = [
    ['customers', {}],
    ['../customers', own],
    ...forgedReports(own).map((report): [string, object] => ['customers', report]),
  ]
  for (const [name, report] of forged) {
    const reports = JSON.stringify([{ name, report }])
    expect((await put(one.id, 'reports', reports)).status, reports.slice(-300)).toBe(400)
  }
  expect((await put(one.id, 'reports', '{')).status).toBe(400)
  expect((await put(one.id, 'model', new Uint8Array(17 * 2 ** 20))).status).toBe(413)
  await vendor.api.measurements.abandon({ measurementId: one.id })
})

it('nothing begins for a contract that is disputed or over, and what is held ends with it', async () => {
  const deal = await fundedDeal(client, vendor)
  const { id: measurementId } = await reserve(deal.contractId, await newSource())
  const begin = () => vendor.api.measurements.begin({ measurementId, prints: [] })
  const set = (status: string, of = deal.contractId) =>
    rows(
      `update contracts set status = $1, resumes_as = case $1 when 'disputed' then 'in_progress' end,
         stage = case $1 when 'cancelled' then null else stage end,
         cancelled_at = case $1 when 'cancelled' then now() end where id = $2`,
      [status, of],
    )
  await set('disputed')
  await expectRefusal(begin(), 'contract_disputed')
  await set('cancelled')
  await expectRefusal(begin(), 'not_awaiting_delivery')
  await expireMeasurements(market.platform)
  expect((await vendor.api.measurements.get({ measurementId })).state).toBe('expired')
  expect(await spentOn(deal.contractId)).toMatchObject([{ state: 'released' }])

  const held = await begun()
  await state(held.id, await send(held))
  await rows(
    `with held as (update deliveries set status = 'held' where contract_id = $1 returning id)
     insert into app.held_deliveries (delivery_id, resumes_as, cause) select id, 'measuring', 'x' from held`,
    [held.contractId],
  )
  await expireMeasurements(market.platform)
  expect((await vendor.api.measurements.get({ measurementId: held.id })).state).toBe('stated')
  await set('cancelled', held.contractId)
  await expireMeasurements(market.platform)
  expect((await vendor.api.measurements.get({ measurementId: held.id })).state).toBe('expired')
  expect(await spentOn(held.contractId)).toMatchObject([{ state: 'spent', rho: String(costOf(3)) }])
  expect(await rows('select from app.held_deliveries')).toEqual([])
})

it('an upgrade of the platform before the first count costs nothing, and one after it is not the vendor’s fault', async () => {
  const deal = await fundedDeal(client, vendor)
  const source = await newSource()
  const { id } = await reserve(deal.contractId, source)
  const begin = () => vendor.api.measurements.begin({ measurementId: id, prints: [] })
  await rows(`update app.measurements set engine_version = '0.0.1' where id = $1`, [id])
  await expectRefusal(begin(), 'engine_too_old')
  const again = { contractId: deal.contractId, id, source: { id: source } }
  await vendor.api.measurements.reserve({ ...again, engineVersion: ENGINE_VERSION })
  await begin()

  await rows(`update app.measurements set engine_version = '0.0.1' where id = $1`, [id])
  const known = await vendor.api.measurements.reserve({ ...again, engineVersion: ENGINE_VERSION })
  expect(known.engine.version).toBe('0.0.1')
  const payload = await prepare({ deal, ...known, measurementId: id })
  await expectRefusal(state(id, await sign(key, payload)), 'engine_too_new')
  const engine = { name: '@semblance/synth', version: '0.0.1' }
  const twins = payload.twins.map(({ table }) => ({ table, sha256: 'f'.repeat(64) }))
  await state(id, await sign(key, { ...payload, engine, twins }))
  await runJobs(market)
  expect((await vendor.api.measurements.get({ measurementId: id })).state).toBe('stated')
  const { contractId } = deal
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'held' })
  expect(await spentOn(contractId)).toMatchObject([{ state: 'reserved' }])
  const cause = expect.stringContaining('engine 0.0.1, and engine')
  expect(await rows('select cause from app.held_deliveries')).toEqual([{ cause }])
})

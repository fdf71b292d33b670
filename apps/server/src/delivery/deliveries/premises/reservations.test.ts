/** Tests when the budget of a measurement is reserved, released and spent, and that no other organization reaches it. */
import { randomUUID } from 'node:crypto'
import { ENGINE_VERSION } from '@semblance/synth'
import { expect, it } from 'vitest'
import { expectRefusal, fundedDeal } from '../../../../testing/fixtures/deal-fixtures.ts'
import { newKey, useMeasurements } from '../../../../testing/measurements/use-measurements.ts'
import { costOf } from '../../sources/budget.ts'
import { expireMeasurements } from './expire.ts'
import { drawnOf } from './sample-delivery.ts'

const { market, client, vendor, other, admin, rows, newSource, reserve, begun, put } =
  await useMeasurements()

it('no other organization touches a measurement, a source or a signing key', async () => {
  const { id: measurementId, contractId, sourceId } = await begun()
  const { measurements } = other.api
  for (const call of [
    () => measurements.get({ measurementId }),
    () => measurements.begin({ measurementId, prints: [] }),
    () => measurements.report({ measurementId, stage: 'measuring', fraction: 0.5 }),
    () => measurements.state({ measurementId, statement: 'x' }),
    () => measurements.abandon({ measurementId }),
    () => reserve(contractId, sourceId, other),
  ])
    await expectRefusal(call(), 'not_found')
  for (const name of ['model', 'reports'] as const) {
    expect((await put(measurementId, name, 'x', other)).status).toBe(404)
    expect((await put(measurementId, name, 'x', client)).status).toBe(403)
    const nobody = await market.fetch(`/api/measurements/${measurementId}/${name}`, {
      method: 'PUT',
      body: 'x',
    })
    expect(nobody.status).toBe(401)
  }
  const deal = await fundedDeal(client, other)
  await expectRefusal(reserve(deal.contractId, sourceId, other), 'not_found')
  const stranger = await market.colleague(other, 'administrator')
  const [own] = (await admin.api.signingKeys.list({ limit: 5 })).items
  await expectRefusal(stranger.api.signingKeys.revoke({ keyId: own?.id ?? '' }), 'not_found')
  expect((await stranger.api.signingKeys.list({ limit: 5 })).items).toEqual([])
  await expectRefusal(vendor.api.signingKeys.list({ limit: 5 }), 'not_permitted')
  const { jwk } = await newKey()
  await expectRefusal(vendor.api.signingKeys.register({ name: 'Mine', jwk }), 'not_permitted')
  await expectRefusal(
    admin.api.signingKeys.register({ name: 'Off', jwk: { ...jwk, y: jwk.x } }),
    'bad_input',
  )
  await vendor.api.measurements.report({ measurementId, stage: 'measuring', fraction: 0.5 })
  for (const { api } of [vendor, client])
    expect(await api.deliveries.latest({ contractId })).toMatchObject({
      status: 'measuring',
      stage: 'measuring',
      progress: 0.5,
    })
  await vendor.api.deliveries.cancel({ contractId })
})

it('parallel reservations never exceed the limit', { tags: 'long' }, async () => {
  const source = await newSource(2n * costOf(3))
  const deals = await Promise.all(Array.from({ length: 4 }, () => fundedDeal(client, vendor)))
  const answers = await Promise.allSettled(
    deals.map(({ contractId }) => reserve(contractId, source)),
  )
  const made = answers.filter(({ status }) => status === 'fulfilled')
  expect(made).toHaveLength(2)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason.code).toBe('privacy_budget_exhausted')
  const [account] = await rows(
    'select rho_reserved_billionths as reserved from sources where id = $1',
    [source],
  )
  expect(account.reserved).toBe(String(2n * costOf(3)))
})

it('a reservation ends by itself: released before its first count, spent after it', {
  tags: 'long',
}, async () => {
  const source = await newSource()
  const account = async () =>
    (
      await rows(
        'select rho_reserved_billionths as reserved, rho_spent_billionths as spent from sources where id = $1',
        [source],
      )
    )[0]
  const deal = await fundedDeal(client, vendor)
  const first = await reserve(deal.contractId, source)
  const reservation = { contractId: deal.contractId, id: first.id, source: { id: source } }
  const again = { ...reservation, engineVersion: ENGINE_VERSION }
  expect((await vendor.api.measurements.reserve(again)).seed).toBe(first.seed)
  await expectRefusal(reserve(deal.contractId, source), 'measurement_open')
  expect((await put(first.id, 'model', 'x')).status).toBe(409)
  const cost = String(costOf(3))
  const after = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  await expireMeasurements(market.platform, after(47))
  expect(await account()).toEqual({ reserved: cost, spent: '0' })
  await expireMeasurements(market.platform, after(49))
  expect(await account()).toEqual({ reserved: '0', spent: '0' })
  await expectRefusal(
    vendor.api.measurements.begin({ measurementId: first.id, prints: [] }),
    'measurement_ended',
  )
  const second = await reserve(deal.contractId, source)
  await vendor.api.measurements.begin({ measurementId: second.id, prints: [] })
  await expireMeasurements(market.platform, after(13 * 24))
  expect(await account()).toEqual({ reserved: cost, spent: '0' })
  await expireMeasurements(market.platform, after(15 * 24))
  expect(await account()).toEqual({ reserved: '0', spent: cost })
  expect(await vendor.api.measurements.get({ measurementId: second.id })).toMatchObject({
    state: 'expired',
  })
  const third = await reserve(deal.contractId, source)
  await vendor.api.measurements.abandon({ measurementId: third.id })
  expect(await account()).toEqual({ reserved: '0', spent: cost })
})

it('a measurement that begins while it is about to expire goes on', { tags: 'long' }, async () => {
  const deal = await fundedDeal(client, vendor)
  const { id } = await reserve(deal.contractId, await newSource())
  const holder = await market.platform.db.pool.connect()
  await holder.query(
    `begin; select from deliveries where contract_id = '${deal.contractId}' for update`,
  )
  const expiring = expireMeasurements(market.platform, new Date(Date.now() + 49 * 3_600_000))
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await rows(waiting)).length === 0) await new Promise((done) => setTimeout(done, 5))
  await holder.query(
    `update app.measurements set state = 'measuring', begun_at = now() where id = '${id}'; commit`,
  )
  holder.release()
  await expiring
  expect((await vendor.api.measurements.get({ measurementId: id })).state).toBe('measuring')
  await vendor.api.measurements.abandon({ measurementId: id })
})

it('the same rows under another source, and an old engine, are refused before anything is measured', {
  tags: 'long',
}, async () => {
  const print = { rows: 'a'.repeat(32), isTelling: true, sketch: [] }
  const one = await begun()
  await vendor.api.measurements.abandon({ measurementId: one.id })
  const first = await reserve(one.contractId, one.sourceId)
  await vendor.api.measurements.begin({ measurementId: first.id, prints: [print] })
  const announce = (prints: (typeof print)[]) =>
    vendor.api.measurements.begin({ measurementId: first.id, prints })
  expect(await announce([print])).toMatchObject({ state: 'measuring' }) // as after a lost answer
  await expectRefusal(announce([{ ...print, rows: 'b'.repeat(32) }]), 'rows_differ')
  const deal = await fundedDeal(client, vendor)
  const second = await reserve(deal.contractId, await newSource())
  await expectRefusal(
    vendor.api.measurements.begin({ measurementId: second.id, prints: [print] }),
    'source_overlaps',
  )
  const old = { contractId: deal.contractId, id: randomUUID(), engineVersion: '0.0.1' }
  await vendor.api.measurements.abandon({ measurementId: second.id })
  await expectRefusal(
    vendor.api.measurements.reserve({ ...old, source: { name: 'Newly' } }),
    'engine_too_old',
  )
  await expectRefusal(
    vendor.api.measurements.reserve({ ...old, source: { name: 'Newly' }, engineVersion: '99.0.0' }),
    'engine_too_new',
  )
})

it('a twin that took too long is a fault, and one that took too much memory is too large', () => {
  expect(() => drawnOf({ type: 'aborted' }, true)).toThrow('within 30 minutes')
  expect(drawnOf({ type: 'aborted' }, false)).toBe('aborted')
  const refused = { type: 'refused', reason: 'more memory' } as const
  expect(drawnOf(refused, true)).toEqual({ refused: 'model_too_large' })
})

/** Tests that what a vendor sends is believed no further than the platform can check, and that its budget ends as the account's rules say. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MeasurementStatement, SOURCE_DELTA } from '@semblance/contract'
import { type PublishedReport, type ReleasedModel, writeModel } from '@semblance/synth'
import { expect, it } from 'vitest'
import { runJobs } from '../../../../testing/drain-jobs.ts'
import { expectRefusal } from '../../../../testing/fixtures/deal-fixtures.ts'
import {
  sha256,
  useHonestMeasurement,
} from '../../../../testing/measurements/honest-measurement.ts'
import { newKey, sign, useMeasurements } from '../../../../testing/measurements/use-measurements.ts'
import { casesOf } from '../../../../testing/test-length.ts'
import { costOf } from '../../sources/budget.ts'

const measurements = await useMeasurements()
const { market, vendor, admin, key, rows, begun, put, state, spentOn } = measurements
const { dir, honest, ownCopy, prepare, send } = await useHonestMeasurement(measurements)

/** Has the platform judge a model, and returns the code of its refusal. */
async function judged(forged: Parameters<typeof send>[1]): Promise<string | null> {
  const one = await begun()
  await state(one.id, await send(one, forged))
  await runJobs(market)
  const ended = await vendor.api.measurements.get({ measurementId: one.id })
  expect(ended.state).toBe('refused')
  expect(ended.reason).toMatch(/Measure again|deliver again|Measure with/)
  expect(await vendor.api.contracts.get({ contractId: one.contractId })).toMatchObject({
    status: 'in_progress',
  })
  const [spent] = await rows('select state, rho_billionths from source_spendings where deal = $1', [
    one.contractId,
  ])
  expect(spent).toEqual({ state: 'spent', rho_billionths: String(costOf(3)) })
  return ended.refusal
}

/** Changes the figures of a model's pairs of columns. */
function withPairs(
  model: ReleasedModel,
  change: (pairs: {
    sigma: number
    tables: { counts: Float64Array }[]
    closer: { sigma: number }[]
  }) => void,
): ReleasedModel {
  const copy = ownCopy(model)
  const own = copy.families[0]?.tables[0]?.model
  if (!own || !('pairs' in own)) throw new Error('no pairs')
  change(own.pairs)
  return copy
}

it('an honest model is delivered, and another contract does not get it', async () => {
  const one = await begun()
  const model = ownCopy()
  await state(one.id, await send(one, { model }))
  await runJobs(market)
  expect(await vendor.api.measurements.get({ measurementId: one.id })).toMatchObject({
    state: 'delivered',
    refusal: null,
  })
  const second = await begun()
  const path = join(dir, `${one.id}.semblance`)
  const refused = await put(second.id, 'model', new Uint8Array(readFileSync(path)))
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'model_of_other_measurement' },
  ])
  await vendor.api.measurements.abandon({ measurementId: second.id })
})

it('statements that do not hold change nothing, and a true one is accepted after them', {
  tags: 'long',
}, async () => {
  const one = await begun()
  const { id } = one
  await expectRefusal(state(id, await sign(key, {})), 'model_missing')
  const payload = await prepare(one)
  const signed = (change: Partial<MeasurementStatement>, by = key) =>
    sign(by, { ...payload, ...change })
  for (const change of [
    { contract: 'CTR-1' },
    { measurement: randomUUID() },
    { source: 'SRC-1' },
    { model: 'f'.repeat(64) },
    { report: 'f'.repeat(64) },
    { twins: [] },
    { twins: [{ table: 'other', sha256: 'f'.repeat(64) }] },
  ])
    await expectRefusal(state(id, await signed(change)), 'statement_invalid')
  const old = { engine: { name: 'x', version: '0.0.9' } }
  await expectRefusal(state(id, await signed(old)), 'engine_too_old')
  await expectRefusal(state(id, await signed({ rows: ['b'.repeat(32)] })), 'rows_differ')
  const over = { ledger: { epsilon: 8, delta: 1e-6, rho: 1 } }
  await expectRefusal(state(id, await signed(over)), 'ledger_exceeds_terms')
  await expectRefusal(state(id, await signed({}, await newKey())), 'statement_invalid')
  const forged = await signed({})
  await expectRefusal(state(id, `${forged.slice(0, -4)}AAAA`), 'statement_invalid')
  const revoked = await newKey()
  const { id: keyId } = await admin.api.signingKeys.register({ name: 'Old', jwk: revoked.jwk })
  await admin.api.signingKeys.revoke({ keyId })
  await expectRefusal(state(id, await signed({}, revoked)), 'signing_key_revoked')
  await expectRefusal(
    admin.api.signingKeys.register({ name: 'Old', jwk: revoked.jwk }),
    'signing_key_exists',
  )
  expect(await vendor.api.measurements.get({ measurementId: id })).toMatchObject({
    state: 'measuring',
  })
  const honestly = await signed({})
  expect(await state(id, honestly)).toMatchObject({ state: 'stated' })
  expect(await state(id, honestly)).toMatchObject({ state: 'stated' }) // once more, as after a lost answer
  await expectRefusal(vendor.api.measurements.abandon({ measurementId: id }), 'measurement_ended')
  expect((await put(id, 'model', 'x')).status).toBe(409)
  await vendor.api.deliveries.cancel({ contractId: one.contractId })
  await runJobs(market)
  expect(await vendor.api.measurements.get({ measurementId: id })).toMatchObject({
    state: 'abandoned',
  })
})

const withPrivacy = (change: Partial<PublishedReport['privacy']>): PublishedReport => ({
  ...honest.report,
  privacy: { ...honest.report.privacy, ...change },
})

type Forgery = readonly [
  name: string,
  code: string,
  forge: () => Parameters<typeof send>[1] | Promise<Parameters<typeof send>[1]>,
]

const statedReport = (privacy: Partial<PublishedReport['privacy']>): Forgery => [
  `a report of ${Object.entries(privacy)}, which its model does not state,`,
  'ledger_exceeds_terms',
  () => ({ report: withPrivacy(privacy) }),
]

it.each(
  casesOf<Forgery>(
    [
      [
        'counts without noise',
        'model_without_noise',
        () => ({
          // Its noise is a thousandth of the stated one.
          model: withPairs(honest.model, (pairs) => {
            pairs.sigma *= 1000
          }),
        }),
      ],
      [
        'a twin of another model, such as real rows',
        'twin_differs',
        () => ({
          change: { twins: [{ table: 'customers', sha256: sha256(readFileSync(honest.input)) }] },
        }),
      ],
    ],
    [
      [
        'no model at all',
        'model_unreadable',
        () => ({ bytes: Buffer.from(`no model ${Math.random()}`) }),
      ],
      [
        'less noise than it has paid for',
        'ledger_exceeds_terms',
        () => ({
          model: withPairs(honest.model, (pairs) => {
            pairs.sigma /= 10
          }),
        }),
      ],
      [
        'a report on columns in another order',
        'twin_differs',
        () => ({ report: { ...honest.report, columns: honest.report.columns.toReversed() } }),
      ],
      [
        'a ledger beyond the terms',
        'ledger_exceeds_terms',
        () => {
          const model = ownCopy()
          model.families[0]?.privacy?.ledger.push({ label: 'more', rho: 5 })
          return { model }
        },
      ],
      [
        'a model measured at another level',
        'ledger_exceeds_terms',
        () => {
          const model = ownCopy()
          if (model.families[0]?.privacy) model.families[0].privacy.epsilon = 9
          return { model }
        },
      ],
      [
        'a model that states a better guarantee than it paid for',
        'ledger_exceeds_terms',
        () => {
          const model = ownCopy()
          if (model.families[0]?.privacy) model.families[0].privacy.epsilon = 0.5
          return { model, report: withPrivacy({ epsilon: 0.5 }) }
        },
      ],
      ...[{ epsilon: 3.5 }, { delta: 1e-30 }, { unit: 'entity' as const }].map(statedReport),
    ],
  ),
)('%s is refused as %s, and its budget is spent', { tags: 'scaled' }, async (_, code, forge) => {
  expect(await judged(await forge())).toBe(code)
})

it.each<Forgery>([
  [
    'a model of more rows than are drawn',
    'model_too_large',
    async () => {
      const model = ownCopy()
      const own = model.families[0]?.tables[0]?.model
      if (own) own.total.count = 600_000_000
      const path = join(dir, 'large.semblance')
      await writeModel(model, path)
      return { bytes: readFileSync(path) }
    },
  ],
  statedReport({ epsilon: 0.001 }),
])('%s is refused as %s, and its budget is spent', { tags: 'long' }, async (_, code, forge) => {
  expect(await judged(await forge())).toBe(code)
})

it('what a delivery is charged is not the vendor’s to say', { tags: 'long' }, async () => {
  const one = await begun()
  const model = withPairs(honest.model, (pairs) => {
    pairs.tables = []
    pairs.closer = []
  })
  const [family] = model.families
  if (family?.privacy) family.privacy.ledger = [{ label: `free ${one.id}`, rho: 0 }]
  const { privacy } = honest.report
  const report = { ...honest.report, privacy: { ...privacy, rhoSpent: 0 } }
  const ledger = { epsilon: 3, delta: 1e-6, rho: 0 }
  await state(one.id, await send(one, { model, report, change: { ledger } }))
  await runJobs(market)
  expect(await spentOn(one.contractId)).toEqual([
    { state: 'spent', rho: String(costOf(3)), delta: SOURCE_DELTA },
  ])
  expect((await vendor.api.measurements.get({ measurementId: one.id })).state).toBe('delivered')
})

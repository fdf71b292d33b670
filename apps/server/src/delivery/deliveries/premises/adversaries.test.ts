/** Tests that what a vendor sends is believed no further than the platform can check, and that its budget ends as the account's rules say. */
import { createHash, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  jsonSha256,
  type MeasurementStatement,
  measurementType,
  SOURCE_DELTA,
} from '@semblance/contract'
import {
  ENGINE_VERSION,
  evaluate,
  type MeasuredSplit,
  measure,
  type PublishedReport,
  type ReleasedModel,
  readModel,
  sample,
  seededRandom,
  writeModel,
} from '@semblance/synth'
import { CompactSign, calculateJwkThumbprint, exportJWK } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../../../testing/drain-jobs.ts'
import { expectRefusal, fundedDeal } from '../../../../testing/fixtures/deal-fixtures.ts'
import { customersCsv } from '../../../../testing/fixtures/delivery-fixtures.ts'
import type { Person } from '../../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../../testing/fixtures/use-market.ts'
import { casesOf } from '../../../../testing/test-length.ts'
import { costOf } from '../../sources/budget.ts'
import { expireMeasurements } from './expire.ts'
import { drawnOf } from './sample-delivery.ts'

const { market, client, vendor, other } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  other: 'vendor',
})
const dir = mkdtempSync(join(tmpdir(), 'semblance-adversaries-'))
afterAll(() => rmSync(dir, { recursive: true }))

const rows = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

type Key = {
  privateKey: KeyObject
  jwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  kid: string
}

async function newKey(): Promise<Key> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = await exportJWK(publicKey)
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as const
  return { privateKey, jwk, kid: await calculateJwkThumbprint(jwk) }
}

const sign = async ({ privateKey, kid }: Key, payload: object): Promise<string> =>
  await new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ES256', typ: measurementType, kid })
    .sign(privateKey)

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

let key: Key
let admin: Person
/** Holds an honest measurement, from which forged ones are made. */
let honest: { model: ReleasedModel; report: PublishedReport }
const input = join(dir, 'original', 'customers.csv')
const measuring = { inputPaths: [input], tempDir: dir, epsilon: 3 }
beforeAll(async () => {
  key = await newKey()
  admin = await market.colleague(vendor, 'administrator')
  await admin.api.signingKeys.register({ name: 'Vault', jwk: key.jwk })
  mkdirSync(join(dir, 'original'))
  writeFileSync(input, customersCsv())
  let split: MeasuredSplit | undefined
  const model = await measure({
    ...measuring,
    onSplit: (made) => {
      split = made
    },
  })
  if (!split) throw new Error('no split')
  const twins = await sample({ model, outputDir: dir, random: seededRandom(1) })
  const [made] = (await evaluate({ ...measuring, model, split, twins })).tables
  if (!made) throw new Error('no table')
  honest = { model, report: made.published }
})

let sources = 0
async function newSource(limit = 10n * costOf(3), of = vendor): Promise<string> {
  sources += 1
  const [made] = await rows(
    `insert into sources (vendor, name, rho_limit_billionths) values ($1, $2, $3) returning id`,
    [of.organization.id, `Panel ${sources}`, limit],
  )
  return made.id
}

/** Reserves and announces a measurement. */
async function begun(source?: string) {
  const deal = await fundedDeal(client, vendor)
  const reserved = await reserve(deal.contractId, source ?? (await newSource()))
  await vendor.api.measurements.begin({ measurementId: reserved.id, prints: [] })
  return { deal, ...reserved, measurementId: reserved.id }
}

const reserve = async (contractId: string, source: string, by = vendor) =>
  await by.api.measurements.reserve({
    contractId,
    id: randomUUID(),
    source: { id: source },
    engineVersion: ENGINE_VERSION,
  })

const put = (
  id: string,
  name: 'model' | 'reports',
  body: string | Uint8Array<ArrayBuffer>,
  by = vendor,
) =>
  market.fetch(`/api/measurements/${id}/${name}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${by.token}` },
    body,
  })

/** Counts forged models, of which each has to be another. */
let forgeries = 0
const ownCopy = (model: ReleasedModel): ReleasedModel => {
  const copy = structuredClone(model)
  const [family] = copy.families
  forgeries += 1
  if (family?.privacy) family.privacy.ledger.push({ label: `copy ${forgeries}`, rho: 0 })
  return copy
}

/** Sends a model with what belongs to it, and returns what is to be signed; `change` forges some of it. */
async function prepare(
  { id, contractId, sourceId, seed }: Awaited<ReturnType<typeof begun>>,
  {
    model = ownCopy(honest.model),
    bytes,
    report = honest.report,
    change = {},
  }: {
    model?: ReleasedModel
    bytes?: Buffer
    report?: PublishedReport
    change?: Partial<MeasurementStatement>
  } = {},
): Promise<MeasurementStatement> {
  const path = join(dir, `${id}.semblance`)
  await writeModel(model, path)
  const content = bytes ?? readFileSync(path)
  const outputDir = mkdtempSync(join(dir, 'twin-'))
  const random = seededRandom(seed)
  const twins = await sample({ model: await readModel(path), outputDir, random })
  const reports = twins.map(({ name, rows: synthetic }) => ({
    name,
    report: { ...report, rows: { ...report.rows, synthetic } },
  }))
  expect((await put(id, 'model', new Uint8Array(content))).status).toBe(200)
  expect((await put(id, 'reports', JSON.stringify(reports))).status).toBe(200)
  return {
    measurement: id,
    contract: contractId,
    source: sourceId,
    iat: Math.floor(Date.now() / 1000),
    model: sha256(content),
    report: jsonSha256(reports),
    twins: twins.map((twin) => ({ table: twin.name, sha256: sha256(readFileSync(twin.path)) })),
    rows: [],
    engine: { name: '@semblance/synth', version: ENGINE_VERSION },
    ledger: { epsilon: 3, delta: 1e-6, rho: honest.report.privacy.rhoSpent ?? 0 },
    ...change,
  }
}

const send = async (...args: Parameters<typeof prepare>) => await sign(key, await prepare(...args))

const state = (measurementId: string, statement: string, by = vendor) =>
  by.api.measurements.state({ measurementId, statement })

const spentOn = async (contractId: string) =>
  await rows('select state, rho_billionths as rho, delta from source_spendings where deal = $1', [
    contractId,
  ])

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
  const model = ownCopy(honest.model)
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
        'a model of more rows than are drawn',
        'model_too_large',
        async () => {
          const model = ownCopy(honest.model)
          const own = model.families[0]?.tables[0]?.model
          if (own) own.total.count = 600_000_000
          const path = join(dir, 'large.semblance')
          await writeModel(model, path)
          return { bytes: readFileSync(path) }
        },
      ],
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
      ...[{ epsilon: 0.001 }].map(statedReport),
      [
        'a twin of another model, such as real rows',
        'twin_differs',
        () => ({
          change: { twins: [{ table: 'customers', sha256: sha256(readFileSync(input)) }] },
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
          const model = ownCopy(honest.model)
          model.families[0]?.privacy?.ledger.push({ label: 'more', rho: 5 })
          return { model }
        },
      ],
      [
        'a model measured at another level',
        'ledger_exceeds_terms',
        () => {
          const model = ownCopy(honest.model)
          if (model.families[0]?.privacy) model.families[0].privacy.epsilon = 9
          return { model }
        },
      ],
      [
        'a model that states a better guarantee than it paid for',
        'ledger_exceeds_terms',
        () => {
          const model = ownCopy(honest.model)
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

it('a twin that took too long is a fault, and one that took too much memory is too large', () => {
  expect(() => drawnOf({ type: 'aborted' }, true)).toThrow('within 30 minutes')
  expect(drawnOf({ type: 'aborted' }, false)).toBe('aborted')
  const refused = { type: 'refused', reason: 'more memory' } as const
  expect(drawnOf(refused, true)).toEqual({ refused: 'model_too_large' })
})

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

it('reports speak in the platform’s words, whatever their vendor writes', {
  tags: 'long',
}, async () => {
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

it('what a delivery is charged is not the vendor’s to say', { tags: 'long' }, async () => {
  const one = await begun()
  const model = withPairs(honest.model, (pairs) => {
    pairs.tables = []
    pairs.closer = []
  })
  const [family] = model.families
  if (family?.privacy) family.privacy.ledger = [{ label: `free ${forgeries}`, rho: 0 }]
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

it('nothing begins for a contract that is disputed or over, and what is held ends with it', {
  tags: 'long',
}, async () => {
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

it('an upgrade of the platform before the first count costs nothing, and one after it is not the vendor’s fault', {
  tags: 'long',
}, async () => {
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

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { kindsOf, MAX_SAMPLE_BYTES, type SamplePreview } from '@semblance/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { engineProcesses, runEachTaskAlone } from '../../../testing/engine-processes.ts'
import { expectRefusal, postDpr, sendOffer } from '../../../testing/fixtures/deal-fixtures.ts'
import { besideOlderServer, parquetOf } from '../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { system } from '../../platform/database/db.ts'
import { holdSamples } from './held-samples.ts'
import { makePreview } from './make-preview.ts'

let market: Market
let client: Person
let vendor: Person
let rival: Person
beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
  rival = await market.member('both')
})
afterAll(() => market.close())

/** A small table with a pattern. */
/** Rows with another base are another source, whose limit nothing has used yet. */
function panelCsv(rows = 200, base = 20_000): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const age = 20 + ((i * 7) % 50)
    return `${age},${['Berlin', 'Paris', 'Rome', 'Oslo'][i % 4]},${base + age * 500}`
  })
  return `age,city,income\n${lines.join('\n')}\n`
}

/** Asks for ages that no row has, and for a column that is not there. */
const dataContract = {
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  id: 'panel',
  version: '1.0.0',
  status: 'active',
  schema: [
    {
      name: 'panel',
      properties: [
        { name: 'age', logicalType: 'integer', logicalTypeOptions: { minimum: 1_000_000 } },
        { name: 'city', required: true },
        { name: 'region' },
      ],
    },
  ],
}

const offered = async () => await sendOffer(vendor, await postDpr(client))

type Sent = { fileName?: string; body?: string | Buffer<ArrayBuffer> | null; announced?: number }

const send = async (
  person: Pick<Person, 'token'> | null,
  offerId: string,
  { fileName = 'panel.csv', body = panelCsv(), announced }: Sent = {},
) =>
  await market.fetch(`/api/offers/${offerId}/sample?fileName=${encodeURIComponent(fileName)}`, {
    method: 'POST',
    headers: {
      ...(person && { authorization: `Bearer ${person.token}` }),
      ...(announced !== undefined && { 'content-length': String(announced) }),
    },
    body,
  })

const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code?: string }).code,
]

const sampleOf = (offerId: string, person: Pick<Person, 'api'> = vendor) =>
  person.api.previews.sample({ offerId })

const accountOf = async (deal: string) => (await vendor.api.sources.ofDeal({ deal }))!

/** Lists the remains of samples: IDs of rows with keys, and sealed blobs that are no models. */
async function leftOvers() {
  const [rows, models] = await market.platform.db.transaction(system, async (tx) => [
    await tx.selectFrom('app.offer_samples').select('id').execute(),
    await tx.selectFrom('app.source_models').select('storage_key as id').execute(),
  ])
  const kept = new Set(models.map(({ id }) => id))
  const sealed = blobs().filter((id) => id.includes('-') && !kept.has(id))
  return rows.map(({ id }) => id).concat(sealed)
}

const blobs = () => {
  const dir = join(market.platform.config.dataDir, 'blobs')
  return existsSync(dir) ? readdirSync(dir) : []
}

it('a sample becomes synthetic rows at the agreed privacy level, which vendor and client see, and is destroyed', async () => {
  const { id: offerId } = await vendor.api.offers.submit({
    dprId: await postDpr(client, { dataContract }),
    priceCents: 1_850_000n,
    timelineDays: 10,
    description: 'Our own loyalty panel, cleaned and documented.',
    minAccuracyPercent: null,
    privacyLevel: 'high',
    accepted: vendor.accepted,
  })
  expect(await client.api.previews.shown({ offerId })).toMatchObject({ state: 'none', tables: [] })
  const response = await send(vendor, offerId)
  expect(response.status).toBe(201)
  expect((await response.json()) as SamplePreview).toMatchObject({
    fileName: 'panel.csv',
    state: 'making',
    reason: null,
  })
  await expectRefusal(client.api.previews.ofOffer({ offerId }), 'not_found')
  expect(await client.api.previews.shown({ offerId })).toMatchObject({
    state: 'making',
    isOwn: false,
    tables: [],
    account: null,
  })
  await runJobs(market)
  await runJobs(market) // which removes the sealed bytes
  expect(await sampleOf(offerId)).toMatchObject({
    state: 'ready',
    isLoaded: false,
    figures: { rows: 1000, columns: 3, qualityScore: expect.any(Number), epsilon: 1 },
  })
  const { spent, committed } = await accountOf(offerId)
  expect(spent.epsilon).toBeGreaterThan(0.8)
  expect(spent.epsilon).toBeLessThanOrEqual(1)
  expect(committed).toEqual(spent)
  for (const person of [client, vendor]) {
    const { tables } = await person.api.previews.ofOffer({ offerId })
    expect(tables).toMatchObject([{ name: 'panel', rows: 1000, totalRows: 1000 }])
    expect(tables[0]!.columns.map(({ name }) => name)).toEqual(['age', 'city', 'income'])
    expect(tables[0]!.csv.split('\n')).toHaveLength(1002)
  }
  const shown = await client.api.previews.shown({ offerId })
  expect(shown).toMatchObject({ state: 'ready', isOwn: false, reason: null, heldSince: null })
  expect(shown.tables[0]).toMatchObject({ name: 'panel', rows: 1000 })
  expect(shown.tables[0]?.firstRows).toHaveLength(20)
  // Kinds of so few rows are decided by noisy votes.
  expect(shown.tables[0]?.columns.map(({ name, missing }) => [name, missing])).toEqual([
    ['age', 0],
    ['city', 0],
    ['income', 0],
  ])
  expect(shown.agreed).toMatchObject([
    {
      name: 'age',
      state: 'differs',
      found: expect.stringMatching(/^at least [\d,]+: 100% of rows not$/),
    },
    { name: 'city', column: 'city', state: 'matched', found: 'as agreed' },
    { name: 'region', column: null, state: 'missing' },
  ])
  const own = await vendor.api.previews.shown({ offerId })
  expect(own.account).toMatchObject({ before: { epsilon: 0 }, limitEpsilon: 6 })
  expect(own.account?.withShare).toBeLessThan(0.05)
  expect(own.planned).toMatchObject({ epsilon: 1 })
  expect(shown).toMatchObject({ account: null, planned: null })
  expect(await leftOvers()).toEqual([])
  const { items } = await client.api.offers.listReceived({})
  expect(items.find(({ id }) => id === offerId)).toMatchObject({ hasPreview: true })

  for (const outsider of [rival.api, market.visitor])
    for (const read of [
      outsider.previews.ofOffer,
      outsider.previews.shown,
      outsider.previews.sample,
    ])
      await expect(read({ offerId })).rejects.toThrow()
  await expectRefusal(rival.api.previews.ofOffer({ offerId }), 'not_found')
  await expectRefusal(rival.api.previews.shown({ offerId }), 'not_found')
  await expectRefusal(rival.api.previews.sample({ offerId }), 'not_found')
  await expectRefusal(rival.api.previews.removeSample({ offerId }), 'not_found')
  expect(await codeOf(await send(rival, offerId))).toEqual([404, 'not_found'])

  await vendor.api.offers.withdraw({ offerId })
  await expectRefusal(client.api.previews.ofOffer({ offerId }), 'not_found')
  expect(await codeOf(await send(vendor, offerId))).toEqual([409, 'terms_fixed'])
})

it.each([
  ['in KEY_DIR', (work: () => Promise<Response>) => work()],
  [
    'wrapped beside an older server',
    (work: () => Promise<Response>) => besideOlderServer(market, work),
  ],
])(
  'a preview is shown once its sample, with its key %s, is destroyed',
  { tags: 'long' },
  async (_, during) => {
    const offerId = await offered()
    expect((await during(() => send(vendor, offerId))).status).toBe(201)
    const [id] = await leftOvers()
    const { 'original.destroy': _destroy, ...others } = market.app.jobs
    await runJobs(market, others)
    expect(await sampleOf(offerId)).toMatchObject({ state: 'making' })
    await holdSamples(market.platform) // it is not stopped
    expect(await sampleOf(offerId)).toMatchObject({ state: 'making', heldSince: null })
    await expectRefusal(client.api.previews.ofOffer({ offerId }), 'not_found')
    await makePreview(
      { platform: market.platform, blobs: null as never, signal: new AbortController().signal },
      id!,
    ) // it does not run twice
    await runJobs(market)
    expect(await sampleOf(offerId)).toMatchObject({ state: 'ready' })
    expect(await leftOvers()).toEqual([])
    const { rows } = await market.platform.db.pool.query(
      'select why, destroyed_at from app.destructions where original = $1',
      [id],
    )
    expect(rows).toEqual([{ why: 'made', destroyed_at: expect.any(Date) }])
  },
)

it('what the engine refuses stays between the vendor and the platform, and is destroyed too', {
  tags: 'long',
}, async () => {
  const offerId = await offered()
  await send(vendor, offerId, { body: panelCsv(20) })
  await runJobs(market)
  await runJobs(market)
  expect(await sampleOf(offerId)).toMatchObject({
    state: 'refused',
    reason: expect.stringMatching(/100/),
    figures: null,
  })
  expect((await accountOf(offerId)).committed.epsilon).toBe(0) // nothing was measured
  await expectRefusal(sampleOf(offerId, client), 'not_permitted')
  await expectRefusal(client.api.previews.ofOffer({ offerId }), 'not_found')
  expect(await leftOvers()).toEqual([])
  const titles = (await vendor.api.notifications.list({})).items.map(({ title }) => title)
  expect(titles).toContain('Sample not accepted')
})

it('another sample takes the place of the first, whose run then changes nothing', {
  tags: 'long',
}, async () => {
  const offerId = await offered()
  await send(vendor, offerId, { fileName: 'first.csv' })
  const [first] = await leftOvers()
  await send(vendor, offerId, { fileName: 'second.csv', body: panelCsv(20) })
  await makePreview(
    { platform: market.platform, blobs: null as never, signal: new AbortController().signal },
    first!,
  )
  expect(await sampleOf(offerId)).toMatchObject({ fileName: 'second.csv', state: 'making' })
  expect((await accountOf(offerId)).committed.epsilon).toBeGreaterThan(0)
  await vendor.api.previews.removeSample({ offerId })
  const { spent, committed } = await accountOf(offerId)
  expect(committed).toEqual(spent) // nothing is reserved
  expect(await sampleOf(offerId)).toBeNull()
  await runJobs(market)
  expect(await leftOvers()).toEqual([])
  expect(await sampleOf(offerId)).toBeNull()
})

it('a sample whose job failed for good is told to its vendor once, and made after another try', {
  tags: 'long',
}, async () => {
  const offerId = await offered()
  await send(vendor, offerId)
  await holdSamples(market.platform)
  expect(await sampleOf(offerId)).toMatchObject({ state: 'making', heldSince: null })
  await expectRefusal(vendor.api.previews.retrySample({ offerId }), 'not_found')
  await market.platform.db.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'a defect'`,
  )
  for (let i = 0; i < 2; i++) await holdSamples(market.platform)
  expect(await sampleOf(offerId)).toMatchObject({ state: 'making', heldSince: expect.any(Date) })
  const { items } = await vendor.api.notifications.list({ limit: 50 })
  const told = items.filter(({ title }) => title === 'Preview delayed by a problem on our side')
  expect(told).toHaveLength(1)
  for (const { api } of [rival, client])
    await expect(api.previews.retrySample({ offerId })).rejects.toThrow()
  expect(await vendor.api.previews.retrySample({ offerId })).toMatchObject({ heldSince: null })
  await runJobs(market)
  expect(await sampleOf(offerId)).toMatchObject({ state: 'ready', heldSince: null })
})

it('a sample that its vendor takes back ends the run on it', { tags: 'long' }, async () => {
  const offerId = await offered()
  await send(vendor, offerId, { body: panelCsv(200, 21_000) })
  await runEachTaskAlone(async () => {
    const running = runJobs(market)
    await expect.poll(engineProcesses, { interval: 20 }).toHaveLength(1)
    process.kill(engineProcesses()[0]!, 'SIGSTOP') // or it might be done before
    await vendor.api.previews.removeSample({ offerId })
    await running
  })
  expect(engineProcesses()).toEqual([])
  await runJobs(market)
  expect(await leftOvers()).toEqual([])
  expect(await sampleOf(offerId)).toBeNull()
})

it('takes a table file of at most 20 MB from somebody who is signed in, and keeps nothing of another', async () => {
  const offerId = await offered()
  expect(await codeOf(await send(null, offerId))).toEqual([401, 'sign_in_required'])
  expect(await codeOf(await send(client, offerId))).toEqual([403, 'not_permitted'])
  expect(await codeOf(await send(vendor, offerId, { fileName: 'a.exe' }))).toEqual([
    400,
    'bad_input',
  ])
  expect(await codeOf(await send(vendor, offerId, { body: '' }))).toEqual([400, 'bad_input'])
  const large = Buffer.alloc(MAX_SAMPLE_BYTES + 1)
  expect(await codeOf(await send(vendor, offerId, { body: large }))).toEqual([413, 'too_large'])
  expect(await leftOvers()).toEqual([])
  expect(await sampleOf(offerId)).toBeNull()
})

it.each<[fileName: string, body: () => Promise<Buffer<ArrayBuffer>>]>([
  ['panel.csv.gz', async () => gzipSync(panelCsv(200, 23_000))],
  ['panel.parquet', () => parquetOf(panelCsv(200, 22_000))],
])('%s is a sample, too', { tags: 'long' }, async (fileName, body) => {
  const offerId = await offered()
  expect((await send(vendor, offerId, { fileName, body: await body() })).status).toBe(201)
  await runJobs(market)
  expect(await sampleOf(offerId)).toMatchObject({
    fileName,
    state: 'ready',
    figures: { columns: 3 },
  })
})

it('a sample of another kind is refused by its name, with the kinds that are taken', async () => {
  const refused = await send(vendor, await offered(), { fileName: 'panel.zip' })
  expect(await refused.json()).toMatchObject({
    code: 'bad_input',
    message: `panel.zip cannot be a sample. Choose a ${kindsOf('sample')} file.`,
  })
})

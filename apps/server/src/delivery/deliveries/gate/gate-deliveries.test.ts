import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../../../testing/drain-jobs.ts'
import {
  actingAs,
  expectRefusal,
  fund,
  postDpr,
  sendOffer,
} from '../../../../testing/fixtures/deal-fixtures.ts'
import { submit } from '../../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../../testing/fixtures/market-fixtures.ts'

let market: Market
let client: Person
let vendor: Person
let stranger: Person
beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
  stranger = await market.member('both')
})
afterAll(() => market.close())

/** Returns a data contract for customers.csv, which has ages 20 to 69 and four cities. */
const contractFor = (properties: object[]) => ({
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  id: 'customers',
  version: '1.0.0',
  status: 'active',
  team: { name: 'Analytics' },
  schema: [{ name: 'people', properties }],
})

const kept = contractFor([
  {
    name: 'age',
    logicalType: 'integer',
    required: true,
    logicalTypeOptions: { minimum: 25, maximum: 60 },
  },
  {
    name: 'city',
    required: true,
    quality: [
      {
        metric: 'invalidValues',
        arguments: { validValues: ['Berlin', 'Paris', 'Rome', 'Oslo'] },
        mustBe: 0,
      },
    ],
  },
])

async function deal(asked: Parameters<typeof postDpr>[1]) {
  const dprId = await postDpr(client, asked)
  const offerId = await sendOffer(vendor, dprId)
  const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
  await fund(client, offerId)
  return { dprId, contractId }
}

it('what misses a term goes back to its vendor with report and list, and nothing of it to the client', async () => {
  const missing = contractFor([{ name: 'age', logicalType: 'date' }, { name: 'country' }])
  const { dprId, contractId } = await deal({ minRecords: 5000, dataContract: missing })
  await submit(market, vendor, contractId)
  await runJobs(market)
  const latest = (await vendor.api.deliveries.latest({ contractId }))!
  expect(latest).toMatchObject({ status: 'refused', missedReport: { rows: { columns: 3 } } })
  expect(latest.gate!.map(({ id, pass }) => [id, pass])).toEqual([
    ['privacy-level', true],
    ['privacy-checks', true],
    ['records', false],
    ['format', true],
    ['column:people.age', false],
    ['column:people.country', false],
  ])
  expect(latest.reason).toContain('records instead of 5,000. Column age misses date: ')
  expect(latest.reason).toContain('Column country is missing.')
  const contract = { status: 'in_progress', stage: 'data_submission' }
  expect(await client.api.contracts.get({ contractId })).toMatchObject(contract)
  expect(await client.api.deliveries.latest({ contractId })).toBeNull()
  await expectRefusal(client.api.deliveries.dataset({ dprId }), 'not_found')
  const counts = await actingAs(market, client, ({ tx }) =>
    sql<{ n: number }>`select count(*)::int as n from delivery_files f
      join deliveries d on d.id = f.delivery_id where d.contract_id = ${contractId}`.execute(tx),
  )
  expect(counts.rows).toEqual([{ n: 0 }])
  const { items } = await vendor.api.notifications.list({ limit: 1 })
  expect(items[0]).toMatchObject({
    title: 'Delivery not accepted',
    path: `/data-upload/${contractId}`,
  })
})

it('the twin keeps to bounds and values of the data contract where the original does not', {
  tags: 'long',
}, async () => {
  const { dprId, contractId } = await deal({ dataContract: kept, privacyLevel: 'high' })
  await submit(market, vendor, contractId)
  await runJobs(market)
  const { gate, report } = await client.api.deliveries.dataset({ dprId })
  expect(report.privacy.epsilon).toBe(1)
  expect(gate!.filter(({ pass }) => !pass)).toEqual([])
  expect(gate!.find(({ id }) => id === 'column:people.age')).toMatchObject({
    wanted: 'integer; no missing values; at least 25; at most 60',
    found: 'as agreed',
  })
  expect(await client.api.contracts.get({ contractId })).toMatchObject({ status: 'pending_review' })
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({
    gate,
    missedReport: null,
  })
})

it('whoever may read a request reads its data contract, as it was written, and nobody changes it', async () => {
  const dprId = await postDpr(client, { dataContract: kept })
  for (const person of [client, vendor, stranger])
    expect((await person.api.dprs.get({ dprId })).dataContract).toEqual(kept)
  for (const person of [client, stranger])
    await expect(
      actingAs(market, person, ({ tx }) =>
        sql`update data_contracts set content = '{}' where dpr_id = ${dprId}`.execute(tx),
      ),
    ).rejects.toThrow('permission denied')
  await expect(
    actingAs(market, stranger, ({ tx }) =>
      sql`insert into data_contracts values (${dprId}, '{}')`.execute(tx),
    ),
  ).rejects.toThrow('row-level security')
})

it('a request that is off the market keeps its data contract between its parties', {
  tags: 'long',
}, async () => {
  const { dprId } = await deal({ dataContract: kept })
  expect((await vendor.api.dprs.get({ dprId })).dataContract).toEqual(kept)
  await expectRefusal(stranger.api.dprs.get({ dprId }), 'not_found')
  const { rows } = await actingAs(market, stranger, ({ tx }) =>
    sql`select from data_contracts where dpr_id = ${dprId}`.execute(tx),
  )
  expect(rows).toEqual([])
})

it('a mistake in a data contract is refused by name', async () => {
  const wrong = contractFor([{ name: 'age', logicalType: 'money' }])
  await expect(postDpr(client, { dataContract: wrong })).rejects.toMatchObject({
    code: 'bad_input',
    data: { field: expect.stringContaining('dataContract.schema.0.properties.0.logicalType') },
  })
})

it('a draft keeps what was typed of a data contract', async () => {
  const dataContract = { from: 'columns' as const, columns: [{ name: 'age', min: 'none' }] }
  const { id } = await client.api.dprs.saveDraft({ content: { dataContract } })
  expect((await client.api.dprs.draft({ draftId: id })).content).toEqual({ dataContract })
})

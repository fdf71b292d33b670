import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../../../testing/drain-jobs.ts'
import { type Deal, expectRefusal, fundedDeal } from '../../../../testing/fixtures/deal-fixtures.ts'
import {
  customersCsv,
  expectAwaitingDelivery,
  inspect,
  originalExists,
  tusHeaders,
  upload,
} from '../../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../../testing/fixtures/market-fixtures.ts'
import { casesOf } from '../../../../testing/test-length.ts'

let market: Market
let client: Person
let vendor: Person
let shared: Deal
beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
  shared = await fundedDeal(client, vendor)
})
afterAll(() => market.close())

const remove = (uploadId: string) =>
  market.fetch(`/api/uploads/${uploadId}`, { method: 'DELETE', headers: tusHeaders(vendor) })

it.each(
  casesOf<[what: string, content: string, reason: RegExp]>(
    [['prose', 'Dear all,\n\nthis letter is no table, as you see.\nBest wishes\n', /not a table/]],
    [
      ['a header without rows', 'age,city,income\n', /no rows/],
      ['a file cut off in its last row', customersCsv().slice(0, -12), /cut off/],
      ['a table with too few rows', customersCsv(20), /at least 100/],
    ],
  ),
)(
  '%s is sent back to the files with the reason, and the contract stays where it was',
  { tags: 'scaled' },
  async (_, content, reason) => {
    const { contractId } = shared
    const { delivery, uploadId } = await inspect(market, vendor, contractId, content)
    expect(delivery).toMatchObject({ status: 'draft', reason: expect.stringMatching(reason) })
    expect(delivery.files).toMatchObject([{ id: uploadId }])
    expect(await client.api.deliveries.latest({ contractId })).toBeNull()
    await expectAwaitingDelivery(vendor, contractId)
    const { items } = await vendor.api.notifications.list({ limit: 1 })
    expect(items[0]).toMatchObject({
      title: 'Delivery not accepted',
      message: expect.stringMatching(reason),
      path: `/data-upload/${contractId}`,
    })
    await remove(uploadId)
    expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ reason: null })
  },
)

it('before it is submitted, the vendor reviews tables and columns, without a value of theirs', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const emails = Array.from({ length: 300 }, (_, i) => `person${i}@mail.test,${i % 7}`).join('\n')
  await upload(market, vendor, contractId, `email,level\n${emails}\n`, 'south/people.csv')
  await upload(market, vendor, contractId, customersCsv(), 'north/people.csv')
  const { delivery } = await inspect(market, vendor, contractId, customersCsv(), 'shops.csv')
  expect(delivery).toMatchObject({ status: 'review', fileCount: 3, reason: null })
  expect(
    delivery.review?.map(({ file, rows, columns }) => [
      file,
      rows,
      ...columns.map(({ name, kind }) => `${name} ${kind}`),
    ]),
  ).toEqual([
    ['south - people.csv', 300, 'email pii', 'level integer'],
    ['north - people.csv', 400, 'age integer', 'city category', 'income number'],
    ['shops.csv', 400, 'age integer', 'city category', 'income number'],
  ])
  expect(delivery.review![0]!.columns[0]).toMatchObject({ personalData: 'email', missing: 0 })
  expect(JSON.stringify(delivery)).not.toMatch(/person1|mail\.test|Berlin/)
  expect(await client.api.deliveries.latest({ contractId })).toBeNull()
  await expectAwaitingDelivery(vendor, contractId)
})

it('a choice that the data contradict opens the review again, and costs no file', {
  tags: 'long',
}, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { uploadId } = await inspect(market, vendor, contractId)
  const choices = [{ table: 'customers', column: 'city', kind: 'date' as const }]
  await vendor.api.deliveries.submit({ contractId, choices })
  await runJobs(market)
  const latest = await vendor.api.deliveries.latest({ contractId })
  expect(latest).toMatchObject({ status: 'review', reason: expect.stringMatching(/city/) })
  expect(latest?.reason).not.toMatch(/Berlin|Paris|Rome|Oslo/)
  expect(originalExists(market, uploadId)).toBe(true)
  await expectAwaitingDelivery(vendor, contractId)
})

it('once the files are put right, the twin follows the review: kinds corrected, columns left out, one file for each table', {
  tags: 'long',
}, async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const wrong = await inspect(market, vendor, contractId, 'no table\n', 'wrong.csv')
  await expectRefusal(vendor.api.deliveries.submit({ contractId }), 'not_awaiting_delivery')
  await remove(wrong.uploadId)
  await upload(market, vendor, contractId, customersCsv(300), 'small.csv')
  await inspect(market, vendor, contractId, customersCsv(), 'large.csv')
  const choices = [
    { table: 'large', column: 'income', drop: true },
    { table: 'large', column: 'age', kind: 'category' as const },
  ]
  await expectRefusal(
    vendor.api.deliveries.submit({ contractId, choices: [{ table: 'large', column: 'none' }] }),
    'bad_input',
  )
  await vendor.api.deliveries.submit({ contractId, choices })
  await runJobs(market)
  const dataset = await client.api.deliveries.dataset({ dprId })
  expect(dataset.files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['large_synthetic.csv', 'small_synthetic.csv']),
  )
  expect(dataset.report.columns.map(({ name, kind }) => [name, kind])).toEqual([
    ['age', 'category'],
    ['city', 'category'],
  ])
  expect(dataset.otherReports).toMatchObject([{ name: 'small', report: { rows: { columns: 3 } } }])
})

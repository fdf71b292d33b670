import { reviewChoices, rowRelations } from '@semblance/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../../testing/drain-jobs.ts'
import { expectRefusal, fundedDeal } from '../../../../testing/fixtures/deal-fixtures.ts'
import { inspect, upload } from '../../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../../testing/fixtures/market-fixtures.ts'
import { checkTableChoices } from './row-relations.ts'

const table = (name: string, columns: string[]) => ({
  name,
  file: `${name}.csv`,
  rows: 400,
  columns: columns.map((column) => ({
    name: column,
    kind: 'integer' as const,
    personalData: null,
    missing: 0,
  })),
  isNested: false,
  suggested: rowRelations.parse({}),
  followsBy: null,
})

describe('what cannot be said of rows is refused by field', () => {
  const tables = [
    table('orders', ['id', 'buyer', 'at', 'day', 'net', 'tax']),
    table('buyers', ['id']),
  ]
  const entity = { column: 'buyer', maxRows: 3 }
  const series = { time: 'at' }
  const parent = { table: 'buyers', column: 'buyer', key: 'id', maxRows: 3 }
  it.each<[what: string, said: object[], field: string, message: RegExp]>([
    ['a table that is not there', [{ table: 'x', entity }], 'tables.0.entity.column', /not there/],
    [
      'a column that is not there',
      [{ table: 'buyers', entity }],
      'tables.0.entity.column',
      /not t/,
    ],
    [
      'a column that is left out',
      [{ table: 'orders', series: { ...series, device: 'net' } }],
      'tables.0.series.device',
      /net of orders is left out/,
    ],
    [
      'a rule about a column that is left out',
      [{ table: 'orders', rules: [{ order: ['id', 'at'] }, { order: ['net', 'at'] }] }],
      'tables.0.rules.1',
      /net of orders is left out/,
    ],
    [
      'a rule that its columns do not suit',
      [{ table: 'orders', rules: [{ order: ['id', 'at'] }, { order: ['id', 'day'] }] }],
      'tables.0.rules.1',
      /id and day cannot be ordered/,
    ],
    [
      'a rule about names of rows',
      [{ table: 'orders', entity, rules: [{ dependency: 'tax', on: ['buyer'] }] }],
      'tables.0.rules.0',
      /Values of buyer are not passed on/,
    ],
    ['a table twice', [{ table: 'buyers' }, { table: 'buyers' }], 'tables.1.table', /twice/],
    [
      'sequences of others than those whose rows belong together',
      [{ table: 'orders', entity, series: { ...series, device: 'id' } }],
      'tables.0.series.device',
      /belong together by buyer/,
    ],
    [
      'rows that belong to another table and to somebody',
      [{ table: 'orders', parent, entity }],
      'tables.0.parent',
      /belong to those of buyers/,
    ],
    [
      'rows that belong to those of a series',
      [
        { table: 'buyers', series: { time: 'id' } },
        { table: 'orders', parent },
      ],
      'tables.1.parent',
      /Rows of buyers can then neither/,
    ],
    [
      'a key that is not there',
      [{ table: 'orders', parent: { ...parent, key: 'no' } }],
      'tables.0.parent.key',
      /not there/,
    ],
  ])('%s', (_, said, field, message) => {
    const chosen = reviewChoices.parse({
      choices: [
        { table: 'orders', column: 'net', drop: true },
        { table: 'orders', column: 'day', kind: 'date' },
      ],
      tables: said,
    })
    expect(() => checkTableChoices(tables, chosen)).toThrow(
      expect.objectContaining({
        code: 'bad_input',
        detail: expect.objectContaining({ field }),
        message: expect.stringMatching(message),
      }),
    )
  })

  it('and what goes together is not', () => {
    const chosen = reviewChoices.parse({
      tables: [{ table: 'orders', parent, rules: [{ sum: 'net', of: ['tax'], rest: true }] }],
    })
    expect(() => checkTableChoices(tables, chosen)).not.toThrow()
  })
})

/** 150 patients with 3 visits each, a day apart; of every hundredth visit more is paid than billed. */
function visitsCsv(): string {
  const lines = Array.from({ length: 450 }, (_, i) => {
    const [patient, visit] = [Math.floor(i / 3), i % 3]
    const day = new Date(Date.UTC(2026, 0, 1 + ((patient * 7) % 200) + visit))
    const paid = 20 + ((patient * 31 + visit * 7919) % 900) / 10
    const billed = paid + (i % 100 === 0 ? -2 : visit)
    return `p-${1000 + patient},${day.toISOString().slice(0, 10)},${['a', 'b', 'c'][patient % 3]},${paid},${billed.toFixed(1)}`
  })
  return `patient_id,day,ward,paid,billed\n${lines.join('\n')}\n`
}

let market: Market
let client: Person
let vendor: Person
let stranger: Person
beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
  stranger = await market.member('vendor')
})
afterAll(() => market.close())

it('rows that belong to one person are found, confirmed by the vendor alone, and protected together; how many rows broke a rule, its vendor alone learns', {
  tags: 'long',
}, async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const { delivery } = await inspect(market, vendor, contractId, visitsCsv(), 'visits.csv')
  const { suggested } = delivery.review![0]!
  expect(suggested.entity).toEqual({ column: 'patient_id', maxRows: 3 })
  const { entity } = suggested
  const rules = [{ order: ['paid', 'billed'] }, { dependency: 'ward', on: ['ward'] }]
  const said = { contractId, tables: [{ table: 'visits', entity, rules: rules.slice(0, 1) }] }
  const impossible = { contractId, tables: [{ table: 'visits', entity, rules }] }
  await expectRefusal(vendor.api.deliveries.submit(impossible), 'bad_input')
  await expectRefusal(stranger.api.deliveries.submit(said), 'not_found')
  await expectRefusal(client.api.deliveries.submit(said), 'not_permitted')
  await vendor.api.deliveries.submit(said)
  await runJobs(market)
  const broken = async ({ api }: Person) =>
    (await api.deliveries.latest({ contractId }))!.brokenRules
  expect(await broken(vendor)).toEqual([{ table: null, rule: 'paid <= billed', rows: 5 }])
  expect(await broken(client)).toEqual([])
  const { report } = await client.api.deliveries.dataset({ dprId })
  expect(report.privacy.unit).toBe('entity')
  expect(report.privacy.guarantee).toMatch(/patient_id/)
})

it('what the data contradict opens the review again, with all that was said', {
  tags: 'long',
}, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  await inspect(market, vendor, contractId, visitsCsv(), 'visits.csv')
  const series = { time: 'ward', device: null }
  await vendor.api.deliveries.submit({ contractId, tables: [{ table: 'visits', series }] })
  await runJobs(market)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({
    status: 'review',
    reason: expect.stringContaining('"ward" cannot order a series'),
    chosen: { tables: [{ table: 'visits', series }] },
  })
})

it('twins of tables that hang together refer to each other', { tags: 'long' }, async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const patients = Array.from({ length: 150 }, (_, i) => `p-${1000 + i},${20 + ((i * 7) % 60)}`)
  await upload(market, vendor, contractId, `id,age\n${patients.join('\n')}\n`, 'patients.csv')
  const { delivery } = await inspect(market, vendor, contractId, visitsCsv(), 'visits.csv')
  const tables = delivery.review!.map(({ name, suggested }) => ({
    table: name,
    parent: suggested.parent,
  }))
  expect(tables[1]!.parent).toMatchObject({ table: 'patients', column: 'patient_id', key: 'id' })
  await vendor.api.deliveries.submit({ contractId, tables })
  await runJobs(market)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'ready' })
  await expectReferring(dprId, ['patients', 'id'], ['visits', 'patient_id'])
})

it('a list within records hangs on them, whatever is decided about its columns', {
  tags: 'long',
}, async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const shops = Array.from({ length: 150 }, (_, i) => ({
    city: ['Rome', 'Oslo'][i % 2],
    sales: Array.from({ length: 1 + (i % 3) }, (_, k) => ({ units: (i * 7 + k) % 40, at: k })),
  }))
  const { delivery } = await inspect(
    market,
    vendor,
    contractId,
    JSON.stringify(shops),
    'shops.json',
  )
  expect(delivery.review).toMatchObject([
    { name: 'shops', isNested: false },
    { name: 'sales', isNested: true, suggested: { parent: { table: 'shops' } } },
  ])
  const choices = [{ table: 'sales', column: 'at', kind: 'category' as const }]
  await vendor.api.deliveries.submit({ contractId, choices })
  await runJobs(market)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'ready' })
  await expectReferring(dprId, ['shops', 'row_id'], ['sales', 'parent_row_id'])
})

/** Every value of the child's column is one of the parent's, several of them the same. */
async function expectReferring(dprId: string, parent: [string, string], child: [string, string]) {
  const { files } = await client.api.deliveries.dataset({ dprId })
  const [ids, referring] = await Promise.all(
    [parent, child].map(async ([table, column]) => {
      const { id } = files.find(({ name }) => name === `${table}_synthetic.csv`)!
      const { url } = await client.api.deliveries.fileLink({ fileId: id })
      const answer = await market.fetch(url.replace(market.platform.config.publicUrl, ''))
      const [header, ...lines] = (await answer.text()).trim().split('\n')
      const place = header!.trim().split(',').indexOf(column)
      return lines.map((line) => line.trim().split(',')[place]!)
    }),
  )
  expect(new Set(ids).size).toBeGreaterThan(10)
  expect(referring!.filter((id) => !ids!.includes(id))).toEqual([])
  expect(new Set(referring).size).toBeLessThan(referring!.length)
}

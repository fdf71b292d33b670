/**
 * Every kind of file that a vendor may bring: read for what it is, and found as a twin by the client.
 *
 * @module-tag long
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ColumnKind } from '@semblance/contract'
import { expect, it } from 'vitest'
import { xlsxOf, zipOf } from '../../../../../../packages/synth/testing/source-fixtures.ts'
import { runJobs } from '../../../../testing/drain-jobs.ts'
import { fundedDeal } from '../../../../testing/fixtures/deal-fixtures.ts'
import { upload } from '../../../../testing/fixtures/delivery-fixtures.ts'
import { useMarket } from '../../../../testing/fixtures/use-market.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })

const meters = Array.from({ length: 150 }, (_, i) => ({
  meter: `m-${1000 + i}`,
  site: { city: ['Oslo', 'Rome', 'Paris'][i % 3]!, floors: 1 + ((i * 7) % 9) },
  fitted: new Date(Date.UTC(2020, 0, 1 + ((i * 37) % 900))).toISOString().slice(0, 10),
  load: 20 + ((i * 7919) % 4000) / 100,
}))
const flat = meters.map(({ site, ...rest }) => ({ ...rest, ...site }))
const readings = meters.flatMap(({ meter }, i) =>
  [0, 1].map((hour) => ({ reading: 50_000 + 2 * i + hour, meter, use: ((i + hour) * 31) % 97 })),
)

const rowsOf = (rows: object[]) => [Object.keys(rows[0]!), ...rows.map(Object.values)]
const csvOf = (rows: object[]) =>
  rowsOf(rows)
    .map((row) => row.join(','))
    .join('\n')
const linesOf = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const sheetOf = (rows: object[]) =>
  rowsOf(rows)
    .map((row) => `<row>${row.map(cellOf).join('')}</row>`)
    .join('')
const cellOf = (value: string | number) =>
  typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="str"><v>${value}</v></c>`
const testData = (name: string) =>
  readFileSync(
    join(import.meta.dirname, '../../../../../../packages/synth/testdata', name),
  ) as Buffer<ArrayBuffer>

type Table = { name: string; rows: number; kinds: Record<string, ColumnKind>; parent?: string }
type Upload = { file: string; content: string | Buffer; tables: Table[] }

const flatKinds: Table['kinds'] = {
  meter: 'key',
  fitted: 'date',
  load: 'number',
  city: 'category',
  floors: 'integer',
}
const asMeters = (name: string, kinds = flatKinds): Table[] => [{ name, rows: 150, kinds }]

/** Several in one delivery, for a synthesis takes longer than anything else here. */
const deliveries: [what: string, uploads: Upload[]][] = [
  [
    'CSV and XLSX',
    [
      { file: 'meters.csv', content: csvOf(flat), tables: asMeters('meters') },
      {
        file: 'grid.xlsx',
        content: xlsxOf([{ name: 'meters', rows: sheetOf(flat) }]),
        tables: asMeters('grid'),
      },
    ],
  ],
  [
    'XLS',
    [
      {
        file: 'titanic3.xls',
        content: testData('titanic3.xls'),
        tables: [
          {
            name: 'titanic3',
            rows: 1309,
            kinds: { sex: 'category', fare: 'number', name: 'pii' },
          },
        ],
      },
    ],
  ],
  [
    'JSON as a list, by lines and nested',
    [
      { file: 'list.json', content: JSON.stringify(flat), tables: asMeters('list') },
      { file: 'lines.json', content: linesOf(flat), tables: asMeters('lines') },
      {
        file: 'nested.json',
        content: JSON.stringify(meters),
        tables: asMeters('nested', { 'site.city': 'category', 'site.floors': 'integer' }),
      },
    ],
  ],
  [
    'related tables in a ZIP with folders',
    [
      {
        file: 'grid.zip',
        content: zipOf([
          { name: 'grid/meters.csv', content: csvOf(flat) },
          { name: 'grid/2026/readings.jsonl', content: linesOf(readings) },
        ]),
        tables: [
          ...asMeters('meters'),
          {
            name: 'readings',
            rows: 300,
            kinds: { reading: 'key', use: 'integer' },
            parent: 'meters',
          },
        ],
      },
    ],
  ],
]

it.each(deliveries)('%s come through', async (_, uploads) => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  for (const { file, content } of uploads)
    await upload(market, vendor, contractId, content as string | Buffer<ArrayBuffer>, file)
  await vendor.api.deliveries.inspect({ contractId })
  await runJobs(market)
  const { review, reason } = (await vendor.api.deliveries.latest({ contractId }))!
  expect(reason).toBeNull()
  const expected = uploads.flatMap(({ tables }) => tables)
  const found = review!.map(({ name, rows, columns, suggested }) => ({
    name,
    rows,
    kinds: Object.fromEntries(columns.map(({ name, kind }) => [name, kind])),
    parent: suggested.parent?.table,
  }))
  expect(found).toHaveLength(expected.length)
  expect(found).toMatchObject(expected)

  const tables = review!.map(({ name, suggested: { parent } }) => ({ table: name, parent }))
  await vendor.api.deliveries.submit({ contractId, tables })
  await runJobs(market)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'ready' })
  const { files } = await client.api.deliveries.dataset({ dprId })
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(expected.map(({ name }) => `${name}_synthetic.csv`)),
  )
})

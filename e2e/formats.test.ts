/** Every kind of file that a vendor may bring: picked, reviewed and confirmed on its page, found as a twin by the client. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { xlsxOf, zipOf } from '../packages/synth/src/duckdb/sources/testing.ts'
import { usePeople } from './browser.ts'
import { signIn } from './steps.ts'
import { agree, fund, type Member, newMember } from './trade.ts'

const people = usePeople()
const url = inject('url')
let buyer: Member
let supplier: Member

beforeAll(async () => {
  ;[buyer, supplier] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
})

type Meter = { meter: string; site: { city: string; floors: number }; fitted: string; load: number }

const meters: Meter[] = Array.from({ length: 150 }, (_, i) => ({
  meter: `m-${1000 + i}`,
  site: { city: ['Oslo', 'Rome', 'Paris'][i % 3]!, floors: 1 + ((i * 7) % 9) },
  fitted: new Date(Date.UTC(2020, 0, 1 + ((i * 37) % 900))).toISOString().slice(0, 10),
  load: 20 + ((i * 7919) % 4000) / 100,
}))
const flat = meters.map(({ site, ...rest }) => ({ ...rest, ...site }))
const readings = meters.flatMap(({ meter }, i) =>
  [0, 1].map((hour) => ({ reading: 50_000 + 2 * i + hour, meter, use: ((i + hour) * 31) % 97 })),
)

const csvOf = (rows: object[]) =>
  [Object.keys(rows[0]!), ...rows.map(Object.values)].map((row) => row.join(',')).join('\n')
const linesOf = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const sheetOf = (rows: object[]) =>
  [Object.keys(rows[0]!), ...rows.map(Object.values)]
    .map((row) => `<row>${row.map(cellOf).join('')}</row>`)
    .join('')
const cellOf = (value: string | number) =>
  typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="str"><v>${value}</v></c>`

type Upload = {
  file: string
  content: string | Buffer
  tables: { name: string; rows: string; kinds: Record<string, string>; parent?: string }[]
}

const flatKinds = { meter: 'Key', fitted: 'Date', load: 'Number', city: 'Category' }
const asMeters = (name: string, kinds: Record<string, string> = flatKinds) => [
  { name, rows: '150 rows', kinds },
]

/** Several in one delivery, for a synthesis takes longer than anything else here. */
const deliveries: [what: string, uploads: Upload[]][] = [
  [
    'CSV, XLSX and XLS',
    [
      { file: 'meters.csv', content: csvOf(flat), tables: asMeters('meters') },
      {
        file: 'grid.xlsx',
        content: xlsxOf([{ name: 'meters', rows: sheetOf(flat) }]),
        tables: asMeters('grid'),
      },
      {
        file: 'titanic3.xls',
        content: readFileSync(join(import.meta.dirname, '../packages/synth/testdata/titanic3.xls')),
        tables: [
          {
            name: 'titanic3',
            rows: '1,309 rows',
            kinds: { sex: 'Category', fare: 'Number', name: 'Personal data' },
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
        tables: asMeters('nested', { 'site.city': 'Category', 'site.floors': 'Whole number' }),
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
            rows: '300 rows',
            kinds: { reading: 'Key', use: 'Whole number' },
            parent: 'meters',
          },
        ],
      },
    ],
  ],
]

test.concurrent.each(deliveries)(
  '%s come through',
  async (what, uploads) => {
    const { dprId, offerId, contractId } = await agree(buyer, supplier, what)
    await fund(buyer, offerId)
    const [client, vendor] = [await people.newPerson(), await people.newPerson()]
    await Promise.all([signIn(client, buyer), signIn(vendor, supplier)])
    const { page } = vendor
    await page.goto(`/data-upload/${contractId}`)
    await page.locator('input[type=file]').setInputFiles(
      uploads.map(({ file, content }) => ({
        name: file,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(content),
      })),
    )
    await page.getByRole('button', { name: 'Submit Delivery' }).click()
    const tables = uploads.flatMap((upload) => upload.tables)
    for (const { name, rows, kinds, parent } of tables) {
      const table = page.getByRole('region', { name: `Review ${name}` })
      await table.getByText(rows).waitFor({ timeout: 60_000 })
      for (const [column, kind] of Object.entries(kinds)) {
        const shown = table.getByRole('combobox', { name: `Kind of ${column}`, exact: true })
        await expect.poll(() => shown.textContent(), { message: `${name}.${column}` }).toBe(kind)
      }
      if (parent) await table.getByLabel(`Rows belong to those of ${parent}`).click()
    }
    await page.getByRole('button', { name: 'Confirm and Submit Delivery' }).click()
    await page.getByRole('heading', { name: 'Delivery Complete' }).waitFor({ timeout: 60_000 })

    await client.page.goto(`/download/${dprId}`)
    for (const { name } of tables) await client.page.getByText(`${name}_synthetic.csv`).waitFor()
    expect([...client.complaints, ...vendor.complaints]).toEqual([])
  },
  180_000,
)

/** Files of several formats in one delivery: picked, reviewed and confirmed on its page, found as twins by the client. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { zipOf } from '../packages/synth/testing/source-fixtures.ts'
import { usePeople } from './support/browser.ts'
import { agree, fund, type Member, newMember } from './support/deal-fixtures.ts'
import { signIn } from './support/steps.ts'

const people = usePeople()
const url = inject('url')
let buyer: Member
let supplier: Member

beforeAll(async () => {
  ;[buyer, supplier] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
})

const meters = Array.from({ length: 150 }, (_, i) => ({
  meter: `m-${1000 + i}`,
  city: ['Oslo', 'Rome', 'Paris'][i % 3]!,
  fitted: new Date(Date.UTC(2020, 0, 1 + ((i * 37) % 900))).toISOString().slice(0, 10),
  load: 20 + ((i * 7919) % 4000) / 100,
}))
const readings = meters.flatMap(({ meter }, i) =>
  [0, 1].map((hour) => ({ reading: 50_000 + 2 * i + hour, meter, use: ((i + hour) * 31) % 97 })),
)

const csvOf = (rows: object[]) =>
  [Object.keys(rows[0]!), ...rows.map(Object.values)].map((row) => row.join(',')).join('\n')
const linesOf = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const tables = [
  {
    name: 'meters',
    rows: '150 rows',
    kinds: { meter: 'Key', fitted: 'Date', load: 'Number', city: 'Category' },
  },
  {
    name: 'readings',
    rows: '300 rows',
    kinds: { reading: 'Key', use: 'Whole number' },
    parent: 'meters',
  },
  {
    name: 'titanic3',
    rows: '1,309 rows',
    kinds: { sex: 'Category', fare: 'Number', name: 'Personal data' },
  },
]

test('related tables in a ZIP with folders and an old workbook come through', async () => {
  const { dprId, offerId, contractId } = await agree(buyer, supplier, 'Meters and people')
  await fund(buyer, offerId)
  const [client, vendor] = [await people.newPerson(), await people.newPerson()]
  await Promise.all([signIn(client, buyer), signIn(vendor, supplier)])
  const { page } = vendor
  await page.goto(`/data-upload/${contractId}`)
  const mimeType = 'application/octet-stream'
  await page.locator('input[type=file]').setInputFiles([
    {
      name: 'grid.zip',
      mimeType,
      buffer: zipOf([
        { name: 'grid/meters.csv', content: csvOf(meters) },
        { name: 'grid/2026/readings.jsonl', content: linesOf(readings) },
      ]),
    },
    {
      name: 'titanic3.xls',
      mimeType,
      buffer: readFileSync(join(import.meta.dirname, '../packages/synth/testdata/titanic3.xls')),
    },
  ])
  await page.getByRole('button', { name: 'Submit Delivery' }).click()
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
  people.expectNoConsoleErrors()
}, 180_000)

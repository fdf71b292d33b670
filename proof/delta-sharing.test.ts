/** The published client of Delta Sharing reads three kinds of twins: of all types, with missing values, with times. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openClient } from '@semblance/client'
import { afterAll, expect, it } from 'vitest'
import { runJobs } from '../apps/server/testing/drain-jobs.ts'
import { fundedDeal } from '../apps/server/testing/fixtures/deal-fixtures.ts'
import { upload } from '../apps/server/testing/fixtures/delivery-fixtures.ts'
import { useServedMarket } from '../apps/server/testing/served-market.ts'
import { providePython } from './python.ts'

const ROWS = 300
/** Sets enough rows for the twin to keep missing values: with few, the noise hides them. */
const ROWS_WITH_NULLS = 3000
const dir = mkdtempSync(join(tmpdir(), 'semblance-twins-'))
afterAll(() => rmSync(dir, { recursive: true }))

const python = providePython(['delta-sharing==1.4.2'])
const { market, url, makeKey, whileWorking } = await useServedMarket()

const csv = (header: string, row: (i: number) => string, rows = ROWS) =>
  `${header}\n${Array.from({ length: rows }, (_, i) => row(i)).join('\n')}\n`
const day = (i: number) => `2026-0${1 + (i % 9)}-${10 + (i % 19)}`
/** Says of every column that one value in so many is missing. */
const missingInOf = { count: 4, share: 5, isMember: 6, born: 7, city: 3 }
const every = (i: number, n: number, value: unknown) => (i % n === 0 ? '' : value)

/** Holds times of an hour that Berlin has twice a year or never, which no zone may move. */
const originals = {
  types: csv(
    'count,share,isMember,born,code,city',
    (i) =>
      `${i % 90},${(i % 70) / 10},${i % 3 === 0},${day(i)},00${i % 5},${['Oslo', 'Zürich'][i % 2]}`,
  ),
  nulls: csv(
    'count,share,isMember,born,city',
    (i) =>
      `${every(i, 4, i % 90)},${every(i, 5, (i % 70) / 10)},${every(i, 6, i % 2 === 0)},${every(i, 7, day(i))},${every(i, 3, `c${i % 4}`)}`,
    ROWS_WITH_NULLS,
  ),
  times: csv(
    'at,zoned,amount',
    (i) =>
      `2026-03-29 0${i % 4}:${10 + (i % 40)}:00,2026-10-25T0${i % 4}:30:00+02:00,${(i * 37) % 800}`,
  ),
}

it('reads types, missing values and times without a zone as the delivery has them, in both formats', async () => {
  const client = await market.member('client')
  const vendor = await market.member('vendor')
  const { contractId, dprId } = await fundedDeal(client, vendor)
  for (const [name, content] of Object.entries(originals))
    await upload(market, vendor, contractId, content, `${name}.csv`)
  await vendor.api.deliveries.inspect({ contractId })
  await runJobs(market)
  await vendor.api.deliveries.submit({ contractId })
  await runJobs(market)
  const program = openClient({ url, key: await makeKey(client, ['deliveries:read']) })
  const { files } = await program.api.deliveries.dataset({ dprId })
  for (const file of files.filter(({ name }) => name.endsWith('.csv')))
    await program.download(file, join(dir, file.name))
  const profile = join(dir, 'semblance.share')
  writeFileSync(
    profile,
    JSON.stringify({
      shareCredentialsVersion: 1,
      endpoint: `${url}/delta-sharing`,
      bearerToken: await makeKey(client, ['datasets:read']),
      expirationTime: '2099-01-01T00:00:00.0Z',
    }),
  )
  const script = join(import.meta.dirname, 'delta-sharing/read_twins.py')
  const { stdout } = await whileWorking(() =>
    promisify(execFile)(python, [script, profile, dir], {
      env: { ...process.env, TZ: 'America/New_York' },
    }),
  )
  const found = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  console.warn(JSON.stringify(found, null, 1))
  expect(found.shares).toEqual([dprId])
  const tables = ['nulls_synthetic', 'times_synthetic', 'types_synthetic']
  expect(Object.keys(found.tables).sort()).toEqual(tables)
  for (const table of tables) {
    const { parquet, delta, limited, version, first } = found.tables[table]
    expect({ limited, version, first }).toEqual({ limited: 5, version: 0, first: parquet.rows })
    for (const read of [parquet, delta]) {
      expect(read).toMatchObject({ columns: true, differ: {} })
      expect(read.rows).toBeGreaterThan(100)
    }
  }
  expect(found.tables.types_synthetic.parquet.types).toMatchObject({
    count: 'int64',
    share: 'float64',
    isMember: 'bool',
  })
  const { nulls, rows } = found.tables.nulls_synthetic.parquet
  for (const [column, n] of Object.entries(missingInOf))
    expect({ column, share: nulls[column] / rows }).toEqual({
      column,
      share: expect.closeTo(1 / n, 1),
    })
  for (const format of ['parquet', 'delta'])
    expect(found.tables.times_synthetic[format].types.at).toMatch(/^datetime64\[\w+\]$/)
  expect(found.absent).toContain('404')
  const { items } = await client.api.deliveries.fetched({ dprId, limit: 100 })
  expect(items.filter(({ fileName }) => fileName.endsWith('.parquet'))).toHaveLength(3 * 4)
})

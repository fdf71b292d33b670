/** Tests by what original data is known again, and what is never taken for it. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { SourceChoice } from '@semblance/contract'
import { printTables } from '@semblance/synth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { parquetOf } from '../../../testing/fixtures/delivery-fixtures.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import { createSecrets } from '../../platform/security/secrets.ts'
import { openPrintKey } from './keys.ts'
import type { Measurement } from './measurement.ts'
import { sharesRows } from './recognition.ts'
import {
  destroyPrintKey,
  recognizeSources,
  recordMeasuring,
  reserveAgain,
  reserveMeasurement,
  settleBudget,
} from './service.ts'

let db: TestDatabase
let vendor: string
let rival: string
const tempDir = mkdtempSync(join(tmpdir(), 'recognition-'))
const key = Buffer.alloc(32, 5)
beforeAll(async () => {
  db = await openTestDatabase()
  const { rows } = await db.pool.query(
    `insert into organizations (organization_id, slug, name, email, city, country, industry, is_client, is_vendor)
     select 'ORG-1000' || n || '-PANEL', 'panel-' || n, 'Panel ' || n, n || '@panel.test', 'Oslo', 'other', 'retail', false, true
     from generate_series(1, 2) n returning id`,
  )
  ;[vendor, rival] = rows.map(({ id }) => id) as [string, string]
})
afterAll(async () => {
  await db.close()
  rmSync(tempDir, { recursive: true })
})

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(system, work)

/** Prints tables as the engine does, one for each content. */
async function printed(...contents: (string | Buffer)[]) {
  const paths = contents.map((content, i) => {
    const path = join(mkdtempSync(join(tempDir, 'file-')), `table-${i}.csv`)
    writeFileSync(path, content)
    return path
  })
  return await printTables(paths, { tempDir, key })
}

/** Describes a measurement of a deal of its own. */
async function measured(...contents: (string | Buffer)[]): Promise<Measurement> {
  return {
    ...{ purpose: 'delivery', subject: randomUUID(), vendor, deals: [`CTR-${randomUUID()}`] },
    ...{ title: 'Panel', epsilon: 0.2, sha256s: [], tables: await printed(...contents) },
  }
}

const reserve = (measurement: Measurement, choice?: SourceChoice) =>
  asSystem((tx) => reserveMeasurement(tx, measurement, choice))
const recognize = (measurement: Measurement) => asSystem((tx) => recognizeSources(tx, measurement))
const settle = (subject: Measurement, ledger?: { rho: number; delta: number }) =>
  asSystem((tx) => settleBudget(tx, subject, ledger))

let tablesMade = 0

/** Returns rows that no earlier call had. */
function newRows(count: number): string[] {
  tablesMade += 1
  return Array.from(
    { length: count },
    (_, i) => `${20 + ((i * 7) % 50)},${['Oslo', 'Rome', 'Paris'][i % 3]},${tablesMade}${i * 7919}`,
  )
}
const csv = (rows: string[]) => `age,city,income\n${rows.join('\n')}\n`

it('rows in another order are the same source', async () => {
  const rows = newRows(400)
  const { source_id } = await reserve(await measured(csv(rows)))
  const again = await measured(csv(rows.toReversed()))
  expect(await recognize(again)).toMatchObject([{ id: source_id, match: 'rows' }])
  expect(await reserve(again)).toMatchObject({ source_id })
})

it('the same rows re-encoded, renamed and as Parquet are the same source', async () => {
  const rows = newRows(400)
  const { source_id } = await reserve(await measured(csv(rows)))
  const semicolons = csv(rows).replaceAll(',', ';')
  const others = [
    Buffer.from(`\ufeff${semicolons}`, 'utf16le'),
    gzipSync(csv(rows)),
    await parquetOf(csv(rows)),
  ]
  for (const content of others)
    expect(await recognize(await measured(content))).toMatchObject([
      { id: source_id, match: 'rows' },
    ])
})

it('an extract of one percent of a source is recognized', { tags: 'long' }, async () => {
  let found = 0
  for (let trial = 0; trial < 6; trial++) {
    const rows = newRows(10_000)
    const { source_id } = await reserve(await measured(csv(rows)))
    const extract = await measured(csv(rows.filter((_, i) => i % 100 === trial)))
    const overlaps = await recognize(extract)
    if (overlaps.length === 0) continue
    expect(overlaps).toMatchObject([{ id: source_id, match: 'some_rows' }])
    found += 1
  }
  expect(found).toBeGreaterThanOrEqual(4) // 97 of 100 on average: fewer are found once in 2,000 runs
})

it('a table that contains an earlier one, and others besides, is recognized too', {
  tags: 'long',
}, async () => {
  const rows = newRows(500)
  const { source_id } = await reserve(await measured(csv(rows)))
  const larger = await measured(csv(newRows(300)), csv([...newRows(3000), ...rows]))
  expect(await recognize(larger)).toMatchObject([{ id: source_id, match: 'some_rows' }])
})

it('other rows of the same kind are another source', { tags: 'long' }, async () => {
  const { source_id } = await reserve(await measured(csv(newRows(5000))))
  const other = await measured(csv(newRows(5000)))
  expect(await recognize(other)).toEqual([])
  expect((await reserve(other)).source_id).not.toBe(source_id)
})

it('a table of few distinct rows is never taken for another source', { tags: 'long' }, async () => {
  const answers = (rows: number, seed: number) => {
    const lines = Array.from({ length: rows }, (_, i) => `${(i * seed) % 2},${(i * seed) % 3}`)
    return `smokes,grade\n${lines.join('\n')}\n`
  }
  const { source_id } = await reserve(await measured(answers(600, 5)))
  expect(await recognize(await measured(answers(300, 7)))).toEqual([]) // other people, equal answers
  const balanced = await measured(answers(600, 7)) // even as often
  expect(await recognize(balanced)).toEqual([])
  expect((await reserve(balanced, { name: randomUUID() })).source_id).not.toBe(source_id)
})

it('an added column, other values or other names are not seen through', {
  tags: 'long',
}, async () => {
  const rows = newRows(400)
  await reserve(await measured(csv(rows)))
  const changed = [
    csv(rows).replace('income', 'salary'),
    csv(rows.map((row) => `${row}1`)),
    `age,city,income,note\n${rows.map((row) => `${row},x`).join('\n')}\n`,
  ]
  for (const content of changed) expect(await recognize(await measured(content))).toEqual([])
})

it('an original declared under another source is refused before anything is measured', async () => {
  const rows = newRows(400)
  const { source_id } = await reserve(await measured(csv(rows)), { name: 'Panel of 2026' })
  const other = await reserve(await measured(csv(newRows(400))))
  const half = await measured(csv(rows.slice(200)))
  for (const choice of [{ id: other.source_id }, { name: randomUUID() }])
    await expect(reserve(half, choice)).rejects.toMatchObject({
      code: 'source_overlaps',
      detail: { field: 'source' },
      message: expect.stringContaining(`Panel of 2026 (${source_id})`),
    })
  expect(await reserve(half, { id: source_id })).toMatchObject({ source_id, measured_at: null })
})

it('rows of another source are refused to a revision that is bound to its own, and it is said that no choice helps', async () => {
  const rows = newRows(400)
  const { source_id: other } = await reserve(await measured(csv(rows)))
  const { source_id: boundTo } = await reserve(await measured(csv(newRows(400))))
  const revision = { ...(await measured(csv(rows))), boundTo }
  const refused = reserve(revision)
  await expect(refused).rejects.toMatchObject({
    code: 'source_overlaps',
    message: expect.stringMatching(
      new RegExp(`\\(${other}\\).*${boundTo} alone, so that none can be made of these rows`),
    ),
  })
  await expect(refused).rejects.not.toMatchObject({
    message: expect.stringContaining('Choose that source'),
  })
  await expect(reserve(revision, { id: other })).rejects.toMatchObject({ code: 'source_bound' })
  const sold = { ...(await measured(csv(newRows(400)))) }
  await reserve(sold, { id: boundTo }) // sold before under the source of the subscription
  const again = { ...sold, subject: randomUUID(), boundTo }
  expect(await reserve(again)).toMatchObject({ source_id: boundTo })
})

it('what was reserved before its rows were known is refused before its first count', {
  tags: 'long',
}, async () => {
  const rows = newRows(400)
  const { source_id } = await reserve(await measured(csv(rows)))
  const unread: Measurement = { ...(await measured(csv(rows.toReversed()))), tables: [] }
  await reserve(unread, { name: randomUUID() })
  const read = { ...unread, tables: await printed(csv(rows)) }
  const begun = asSystem((tx) => recordMeasuring(tx, read))
  await expect(begun).rejects.toMatchObject({ code: 'source_overlaps' })
  await asSystem((tx) => reserveAgain(tx, read))
  await asSystem((tx) => recordMeasuring(tx, read))
  await settle(read)
  const sources = await asSystem((tx) =>
    tx
      .selectFrom('source_spendings')
      .select(['source_id', 'state'])
      .where('subject', '=', read.subject)
      .orderBy('created_at')
      .execute(),
  )
  expect(sources).toEqual([
    { source_id: expect.not.stringContaining(source_id), state: 'released' },
    { source_id, state: 'spent' },
  ])
})

it('of two uploads of the same rows at once, as two new sources, one is refused', {
  tags: 'long',
}, async () => {
  const rows = newRows(400)
  const [one, other] = [await measured(csv(rows)), await measured(csv(rows.toReversed()))]
  const sent = await Promise.allSettled(
    [one, other].map((each) => reserve(each, { name: randomUUID() })),
  )
  const refused = sent.filter((each) => each.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['source_overlaps'])
})

it('what was never measured leaves no hash, and is another source afterwards', {
  tags: 'long',
}, async () => {
  const content = csv(newRows(400))
  const [first, second] = [await measured(content), await measured(content)]
  await reserve(first)
  await settle(first)
  const count = async (rows: string) => {
    const sql = `select (select count(*) from app.source_prints where value = $1)
      + (select count(*) from app.source_sketches where rows_print = $1) as n`
    return Number((await db.pool.query(sql, [rows])).rows[0].n)
  }
  expect(await count(first.tables[0]!.rows)).toBe(0)
  expect(await recognize(second)).toEqual([])
  await reserve(second)
  await reserve(first)
  await settle(first)
  expect(await count(first.tables[0]!.rows)).toBe(2) // those of the second
})

it('another vendor is told nothing of the same rows, and hashes them with another key', async () => {
  const content = csv(newRows(400))
  await reserve(await measured(content))
  expect(await recognize({ ...(await measured(content)), vendor: rival })).toEqual([])
  const secrets = createSecrets(Buffer.alloc(32, 1))
  const open = (of: string) => asSystem((tx) => openPrintKey(tx, secrets, of))
  const [own, same] = await Promise.all([open(vendor), open(vendor)])
  expect(own).toEqual(same)
  expect(own).toHaveLength(32)
  expect(await open(rival)).not.toEqual(own)
  const { rows } = await db.pool.query('select sealed_key from app.source_keys')
  expect(rows).toHaveLength(2)
  for (const { sealed_key } of rows) expect(sealed_key).not.toContain(own.toString('base64url'))
  await asSystem((tx) => destroyPrintKey(tx, vendor))
  expect(await open(vendor)).not.toEqual(own)
})

it('two sketches are compared only down to where both are complete', () => {
  const hash = (i: number) => i.toString(16).padStart(16, '0')
  const full = Array.from({ length: 1024 }, (_, i) => hash(i * 10))
  expect(sharesRows(full, [hash(0), hash(10), hash(20), hash(30), hash(40)])).toBe(true)
  expect(sharesRows(full, [hash(0), hash(10), hash(20), hash(30), hash(99_999)])).toBe(false)
  const denser = Array.from({ length: 1024 }, (_, i) => hash(i)) // ends at 1,023
  const later = [...Array.from({ length: 1020 }, (_, i) => hash(i * 10 + 1)), ...full.slice(-4)]
  expect(sharesRows(denser, full)).toBe(true)
  expect(sharesRows(later.toSorted(), full)).toBe(false)
})

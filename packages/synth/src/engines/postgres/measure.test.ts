import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BinSource, Measure } from '../../model/measure/measure.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { isModeled, isOrdered } from '../../schema/column-schema.ts'
import type { DeclaredSchema } from '../../schema/declared-schema.ts'
import {
  cellCount,
  decimalGrid,
  fineTimeGrid,
  type Grid,
  linearGrid,
} from '../../schema/infer/grid.ts'
import { planRules } from '../../schema/rules/plan-rules.ts'
import type { RulePlan } from '../../schema/rules/rule-plan.ts'
import { isTime, leastAbove } from '../../schema/rules/rule-units.ts'
import { createCoded } from '../duckdb/coded-tables.ts'
import { openDatabase } from '../duckdb/database.ts'
import { measureInDuckdb } from '../duckdb/measure.ts'
import { readTable } from '../duckdb/read-table.ts'
import { openWarehouse } from './open-warehouse.ts'
import { SERVER_URL } from './test-server.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'warehouse-test-'))
const admin = new pg.Client(SERVER_URL)
beforeAll(() => admin.connect())
afterAll(async () => {
  await admin.end()
  rmSync(dir, { recursive: true })
})

const ROWS = 150

/** Columns of every type, with what is hard about each. */
const awkward = fc.record({
  whole: fc.option(fc.integer({ min: -70, max: 3_000_000 })),
  huge: fc.option(fc.bigInt({ min: -(2n ** 50n), max: 2n ** 50n })),
  price: fc.option(fc.integer({ min: -99_999, max: 99_999 }).map((n) => (n / 100).toFixed(2))),
  ratio: fc.option(
    fc.oneof(
      fc.double({ noDefaultInfinity: true, noNaN: true, min: -1e6, max: 1e6 }),
      fc.constant('NaN'),
    ),
  ),
  city: fc.option(
    fc.constantFrom('Rome', 'Ålesund', "L'Aquila", 'a\\b', ' Oslo ', 'NA', '', '?', 'O"o', 'Other'),
  ),
  flag: fc.option(fc.boolean()),
  day: fc.option(fc.integer({ min: -3000, max: 30_000 })),
  moment: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  written: fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: 10 ** 6 }).map(String),
      fc.constantFrom('1.5', '.5', '1e3', '-2.', 'x', '12a', '1 2', '-0.5'),
    ),
  ),
  european: fc.option(
    fc.constantFrom('01.02.2020', '29.02.2020', '29.02.2021', '31.12.1999', '32.01.2020', 'soon'),
  ),
})
type Awkward = typeof awkward extends fc.Arbitrary<infer Row> ? Row : never

const DECLARED: DeclaredSchema['tables'][string] = {
  columns: {
    whole: { kind: 'integer' },
    huge: { kind: 'integer' },
    price: { kind: 'number', decimals: 1 },
    ratio: { kind: 'number', decimals: 3 },
    city: { kind: 'category' },
    flag: { kind: 'boolean' },
    day: { kind: 'date', format: '%Y-%m-%d' },
    moment: { kind: 'timestamp', format: '%Y-%m-%d %H:%M:%S' },
    written: { kind: 'number', decimals: 1, min: 0, max: 500_000 },
    european: { kind: 'date', format: '%d.%m.%Y' },
  },
  rules: [{ order: ['european', 'day'] }],
}

async function createTable(rows: Awkward[], key: string): Promise<void> {
  await admin.query('drop table if exists awkward')
  await admin.query(`create table awkward (${key} whole integer, huge bigint, price numeric, ratio double precision,
    city text, flag boolean, day date, moment timestamptz, written text, european varchar(20))`)
  const columns = Object.keys(rows[0]!).filter((name) => name !== 'day' && name !== 'moment')
  await admin.query(
    `insert into awkward (${columns}, day, moment)
     select ${columns}, date '1970-01-01' + day, to_timestamp(moment) from json_to_recordset($1) as rows
       (whole integer, huge bigint, price numeric, ratio double precision, city text, flag boolean,
        day integer, moment double precision, written text, european text)`,
    [JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))],
  )
}

/** Asks both engines everything the port can answer, of the same training rows. */
async function compare(table: DeclaredSchema['tables'][string]): Promise<RulePlan> {
  const schema = { tables: { awkward: table } }
  const workDir = mkdtempSync(path.join(dir, 'work-'))
  const options = { workDir, schema, random: seededRandom(3), signal: undefined }
  const warehouse = await openWarehouse({ url: SERVER_URL, tables: ['awkward'] }, options)
  const [source] = warehouse.sources
  const database = await openDatabase({
    workDir,
    readablePaths: [source!.path],
    threads: 1,
    memoryLimitMb: 200,
  })
  try {
    const read = await readTable(database.connection, { source: source!, schema })
    const plan = planRules(read.schema)
    await createCoded(database.connection, plan, read.schema.entity, 1n, source!.sample)
    const inDuckdb = await answers(measureInDuckdb(database.connection), plan)
    const inPostgres = await answers(source!.sample!.measure(plan), plan)
    expect(inPostgres).toEqual(inDuckdb)
    return plan
  } finally {
    database.close()
    await warehouse.close()
  }
}

async function answers(measure: Measure, plan: RulePlan): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = { rows: await measure.countRows() }
  const sources = new Map<number, BinSource>()
  const binCounts = new Map<number, number>()
  for (const [j, { name, kind }] of plan.schemas.entries()) {
    if (!isModeled(kind)) {
      found[`missing ${name}`] = await measure.countMissing(j)
    } else if (isOrdered(kind)) {
      for (const [i, grid] of gridsOf(kind).entries()) {
        found[`cells ${name} ${i}`] = sparse(await measure.countCells(j, grid))
        found[`zeros ${name} ${i}`] = sparse(await measure.countZeros(j, grid))
      }
      found[`values ${name}`] = await measure.countValues(j, 2, [0, 10, 500_000])
      const grid = gridsOf(kind)[0]!
      const cells = cellCount(grid)
      const binOfCell = Int32Array.from({ length: cells + 1 }, (_, cell) =>
        cell === cells ? 5 : Math.min(4, Math.floor((5 * cell) / cells) ^ (cell % 7 === 3 ? 1 : 0)),
      )
      sources.set(j, { type: 'grid', grid, binOfCell })
      binCounts.set(j, 6)
    } else {
      const counts = await measure.countCategories(j)
      found[`categories ${name}`] = counts.map(({ label, count }) => [label, count])
      const codes = counts
        .filter(({ label }) => label !== null && label !== 'Rome')
        .map(({ code }) => code)
      const bins = codes.map((_, i) => i % 3)
      sources.set(j, { type: 'codes', codes, bins, otherBin: 3, missingBin: 4 })
      binCounts.set(j, 5)
    }
  }
  for (const [low, of] of plan.schemas.entries())
    for (const [high, other] of plan.schemas.entries()) {
      if (low === high || !isOrdered(of.kind) || !isOrdered(other.kind)) continue
      if (isTime(of) !== isTime(other)) continue
      const order = { low, high, conversion: leastAbove(of, other) }
      found[`${of.name} above ${other.name}`] = await measure.countBroken(order)
    }
  await measure.bin(sources)
  const binned = [...binCounts].map(([index, binCount]) => ({ index, binCount }))
  const pairs = binned.flatMap((a, i) => binned.slice(i + 1).map((b) => [a, b]))
  found.pairs = (await measure.countTables(pairs)).map(sparse)
  found.triple = sparse(await measure.countTable(binned.slice(2, 5)))
  return found
}

function gridsOf(kind: string): Grid[] {
  const isTime = kind === 'date' || kind === 'timestamp'
  return isTime ? [fineTimeGrid(-3000, 30_000, 86_400)] : [decimalGrid(500), linearGrid(-20, 7, 90)]
}

function sparse(counts: Float64Array): [number, number][] {
  return [...counts.entries()].filter(([, count]) => count !== 0)
}

test('both engines count the same of any table', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(awkward, { minLength: ROWS, maxLength: ROWS }),
      fc.boolean(),
      async (rows, isKeyed) => {
        await createTable(
          rows,
          isKeyed ? 'id integer generated always as identity primary key,' : '',
        )
        await compare(DECLARED)
      },
    ),
    { numRuns: 3, seed: 7, endOnFailure: true },
  )
})

/** Holds every counter of rows to a count in memory, of random tables of all that is hard about each type. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCoded } from '../src/engines/duckdb/coded-tables.ts'
import { openDatabase, queryRows } from '../src/engines/duckdb/database.ts'
import { measureInDuckdb } from '../src/engines/duckdb/measure.ts'
import { readTable } from '../src/engines/duckdb/read-table.ts'
import type { BinSource, Measure } from '../src/model/measure/measure.ts'
import type { TableSource } from '../src/read/table-source.ts'
import { isModeled, isOrdered } from '../src/schema/column-schema.ts'
import type { DeclaredSchema } from '../src/schema/declared-schema.ts'
import {
  cellCount,
  decimalGrid,
  fineTimeGrid,
  type Grid,
  linearGrid,
} from '../src/schema/infer/grid.ts'
import { planRules } from '../src/schema/rules/plan-rules.ts'
import type { RulePlan } from '../src/schema/rules/rule-plan.ts'
import { isTime, leastAbove } from '../src/schema/rules/rule-units.ts'
import { AWKWARD_SCHEMA, type Awkward, awkwardRow, codeInMemory } from './awkward-rows.ts'
import { measureInMemory } from './measure-in-memory.ts'

/** Describes a table as its counter reads it; its sample has every row, and says which are held out. */
export type Opened = {
  source: TableSource
  /** True if the rows are counted in DuckDB, from the sample. */
  isInDuckdb?: boolean
  /** The ids of the rows that must be held out, if they are known. */
  held?: Set<number>
  close: () => Promise<void>
}

export type OpenTable = (
  rows: Awkward[],
  options: { workDir: string; isKeyed: boolean; schema: DeclaredSchema },
) => Promise<Opened>

const ROWS = 120
/** Values that are counted however few rows hold them. */
const ALWAYS = [0, 10, 500_000]

/** Adds the test of a counter, whose tables have the columns of `AWKWARD_SCHEMA` and are called `awkward`. */
export function conformance(counter: string, open: OpenTable, runs: number): void {
  test(`${counter} counts any table as it is counted in memory`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(awkwardRow, { minLength: ROWS, maxLength: ROWS }),
        fc.boolean(),
        async (rows, isKeyed) => {
          const workDir = mkdtempSync(path.join(tmpdir(), 'conformance-'))
          try {
            await compare(open, rows, isKeyed, workDir)
          } finally {
            rmSync(workDir, { recursive: true })
          }
        },
      ),
      { numRuns: runs, seed: 7, endOnFailure: true },
    )
  })
}

async function compare(
  open: OpenTable,
  rows: Awkward[],
  isKeyed: boolean,
  workDir: string,
): Promise<void> {
  const schema: DeclaredSchema = { tables: { awkward: AWKWARD_SCHEMA } }
  const opened = await open(rows, { workDir, isKeyed, schema })
  const { source } = opened
  const database = await openDatabase({
    workDir,
    readablePaths: [source.path],
    threads: 1,
    memoryLimitMb: 200,
  })
  try {
    const { connection } = database
    const read = await readTable(connection, { source, schema })
    const plan = planRules(read.schema)
    const listed = await queryRows(connection, 'select c0, held from raw')
    const held = new Set(listed.flatMap(([id, isHeld]) => (isHeld ? [Number(id)] : [])))
    if (opened.held) expect(held).toEqual(opened.held)
    expect(held.size).toBeGreaterThan(0)
    await createCoded(connection, plan, read.schema.entity, 1n, source.sample)
    const measure = opened.isInDuckdb ? measureInDuckdb(connection) : source.sample!.measure(plan)
    const training = rows.filter((_, id) => !held.has(id))
    const inMemory = measureInMemory(codeInMemory(training, plan))
    const expected = await answersOf(inMemory, plan)
    expect(await answersOf(measure, plan)).toEqual(expected)
  } finally {
    database.close()
    await opened.close()
  }
}

/** Asks all that the port answers. */
async function answersOf(measure: Measure, plan: RulePlan): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = { rows: await measure.countRows() }
  const sources = new Map<number, BinSource>()
  const binCounts = new Map<number, number>()
  const ask = async (j: number): Promise<void> => {
    const { name, kind } = plan.schemas[j]!
    if (!isModeled(kind)) found[`missing ${name}`] = await measure.countMissing(j)
    else if (isOrdered(kind)) {
      Object.assign(found, await cellsOf(measure, j, name, kind))
      sources.set(j, binsOfGrid(gridsOf(kind)[0]!))
      binCounts.set(j, 6)
    } else {
      const counts = (await measure.countCategories(j)).sort((a, b) =>
        Buffer.compare(Buffer.from(a.label ?? '\uffff'), Buffer.from(b.label ?? '\uffff')),
      )
      found[`categories ${name}`] = counts.map(({ label, count }) => [label, count])
      const codes = counts.flatMap(({ label, code }) =>
        label !== null && label !== 'Rome' ? [code] : [],
      )
      const bins = codes.map((_, i) => i % 3)
      sources.set(j, { type: 'codes', codes, bins, otherBin: 3, missingBin: 4 })
      binCounts.set(j, 5)
    }
  }
  // All at once, as a run does where counts are joined.
  await Promise.all([...plan.schemas.keys()].map(ask))
  Object.assign(found, await brokenOrders(measure, plan))
  await measure.bin(sources)
  const binned = [...binCounts]
    .map(([index, binCount]) => ({ index, binCount }))
    .sort((a, b) => a.index - b.index)
  const pairs = binned.flatMap((a, i) => binned.slice(i + 1).map((b) => [a, b]))
  found.pairs = (await measure.countTables(pairs)).map(sparse)
  found.triple = sparse(await measure.countTable(binned.slice(2, 5)))
  return found
}

async function cellsOf(measure: Measure, j: number, name: string, kind: string) {
  const found: Record<string, unknown> = {}
  for (const [i, grid] of gridsOf(kind).entries()) {
    found[`cells ${name} ${i}`] = sparse(await measure.countCells(j, grid))
    found[`zeros ${name} ${i}`] = sparse(await measure.countZeros(j, grid))
  }
  const values = await measure.countValues(j, 2, ALWAYS)
  found[`values ${name}`] = values.sort((a, b) => a.value - b.value)
  return found
}

async function brokenOrders(measure: Measure, plan: RulePlan) {
  const found: Record<string, unknown> = {}
  const asked: Promise<void>[] = []
  for (const [low, of] of plan.schemas.entries())
    for (const [high, other] of plan.schemas.entries()) {
      if (low === high || !isOrdered(of.kind) || !isOrdered(other.kind)) continue
      if (isTime(of) !== isTime(other)) continue
      const order = { low, high, conversion: leastAbove(of, other) }
      const name = `${of.name} above ${other.name}`
      asked.push(
        measure.countBroken(order).then((count) => {
          found[name] = count
        }),
      )
    }
  await Promise.all(asked)
  return found
}

function binsOfGrid(grid: Grid): BinSource {
  const cells = cellCount(grid)
  const binOfCell = Int32Array.from({ length: cells + 1 }, (_, cell) =>
    cell === cells ? 5 : Math.min(4, Math.floor((5 * cell) / cells) ^ (cell % 7 === 3 ? 1 : 0)),
  )
  return { type: 'grid', grid, binOfCell }
}

function gridsOf(kind: string): Grid[] {
  return kind === 'date' || kind === 'timestamp'
    ? [fineTimeGrid(-3000, 30_000, 86_400)]
    : [decimalGrid(500), linearGrid(-20, 7, 90)]
}

function sparse(counts: Float64Array): [number, number][] {
  return [...counts.entries()].filter(([, count]) => count !== 0)
}

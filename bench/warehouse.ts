/**
 * Counts a table of 15 columns in DuckDB (from a CSV file), PostgreSQL and Trino, with one worker and with two: seconds,
 * CPU seconds and rows that leave the database. Run with `node bench/warehouse.ts [--rows 6000000] [--in duckdb,trino]`.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import { startTemporaryPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { createCoded } from '../packages/synth/src/engines/duckdb/coded-tables.ts'
import { openDatabase } from '../packages/synth/src/engines/duckdb/database.ts'
import { measureInDuckdb } from '../packages/synth/src/engines/duckdb/measure.ts'
import { readTable } from '../packages/synth/src/engines/duckdb/read-table.ts'
import { measureInWarehouse } from '../packages/synth/src/engines/warehouse/measure.ts'
import { connectWarehouse } from '../packages/synth/src/engines/warehouse/open-warehouse.ts'
import { splitRowsSql } from '../packages/synth/src/engines/warehouse/rows-sql.ts'
import type { BinSource, Measure } from '../packages/synth/src/model/measure/measure.ts'
import { openSources } from '../packages/synth/src/read/open-sources.ts'
import { isModeled, isOrdered } from '../packages/synth/src/schema/column-schema.ts'
import type { DeclaredColumn } from '../packages/synth/src/schema/declared-schema.ts'
import { cellCount, decimalGrid, fineTimeGrid } from '../packages/synth/src/schema/infer/grid.ts'
import { planRules } from '../packages/synth/src/schema/rules/plan-rules.ts'
import type { RulePlan } from '../packages/synth/src/schema/rules/rule-plan.ts'
import { runStatement, startCluster } from '../trino/cluster.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string' }, in: { type: 'string' } },
})
const ROWS = Number(values.rows ?? 6_000_000)
const engines = (values.in ?? 'duckdb,postgres,trino').split(',')
/** A node of Trino holds all rows in memory where it is the only worker. */
const TRINO_HEAP_MB = Math.max(2000, Math.ceil(ROWS / 1500))
const dir = mkdtempSync(join(tmpdir(), 'semblance-bench-'))
const file = join(dir, 'lines.csv')

/** The columns of row `i` by name, in SQL that all three take, where `day` adds days to 1992. */
const columnsOf = (day: (days: string) => string): Record<string, string> => {
  const spread = (factor: number, size: number) => `((i * ${factor}) % ${size})`
  const share = (factor: number, size: number) =>
    `(cast(${spread(factor, size)} as double precision) / 100)`
  const pick = (factor: number, texts: string[]) =>
    `case ${spread(factor, texts.length)} ${texts.map((text, k) => `when ${k} then '${text}'`).join(' ')} end`
  return {
    id: 'i',
    part: spread(48_271, 200_003),
    supplier: spread(16_807, 10_007),
    line: `${spread(31, 7)} + 1`,
    quantity: `${spread(75, 53)} + 1`,
    price: share(7919, 9_500_021),
    discount: share(37, 11),
    tax: share(17, 9),
    flag: pick(29, ['A', 'N', 'N', 'R', 'N']),
    status: pick(13, ['F', 'O', 'P']),
    shipped: day(spread(1009, 2503)),
    committed: day(spread(2003, 2477)),
    received: day(spread(3001, 2521)),
    instruct: pick(41, ['COLLECT COD', 'DELIVER IN PERSON', 'NONE', 'TAKE BACK RETURN']),
    mode: pick(43, ['AIR', 'FOB', 'MAIL', 'RAIL', 'REG AIR', 'SHIP', 'TRUCK']),
  }
}
const selectSql = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} as ${name}`)
    .join(', ')
const plusDays = (days: string) => `date '1992-01-01' + cast(${days} as integer)`

const day: DeclaredColumn = { kind: 'date', format: '%Y-%m-%d' }
const number = (decimals: number): DeclaredColumn => ({ kind: 'number', decimals })
const schema = {
  tables: {
    lines: {
      columns: {
        id: { kind: 'key' },
        ...Object.fromEntries(
          ['part', 'supplier', 'line', 'quantity'].map((name) => [name, { kind: 'integer' }]),
        ),
        ...{ price: number(2), discount: number(2), tax: number(2) },
        ...Object.fromEntries(
          ['flag', 'status', 'instruct', 'mode'].map((name) => [name, { kind: 'category' }]),
        ),
        ...{ shipped: day, committed: day, received: day },
      } as Record<string, DeclaredColumn>,
      rules: [],
    },
  },
}

/** Counts what a run counts: first looks, cells of each ordered column in three looks, and all pairs. */
async function countAll(measure: Measure, { schemas }: RulePlan): Promise<number> {
  const sources = new Map<number, BinSource>()
  const countOne = async (j: number): Promise<void> => {
    const { kind } = schemas[j]!
    if (!isModeled(kind)) return void (await measure.countMissing(j))
    if (!isOrdered(kind)) {
      const codes = (await measure.countCategories(j)).map(({ code }) => code)
      const bins = codes.map((_, i) => i)
      sources.set(j, { type: 'codes', codes, bins, otherBin: 7, missingBin: 8 })
      return
    }
    const isTime = kind === 'date'
    if (!isTime) await measure.countValues(j, ROWS / 100, [0])
    const grid = isTime ? fineTimeGrid(8000, 11_000, 86_400) : decimalGrid(ROWS)
    const cells = cellCount(grid)
    for (let look = 0; look < (isTime ? 1 : 3); look++) await measure.countCells(j, grid)
    const binOfCell = Int32Array.from({ length: cells + 1 }, (_, cell) =>
      Math.floor((8 * cell) / cells),
    )
    sources.set(j, { type: 'grid', grid, binOfCell })
  }
  const columnsInTurn = [...schemas.keys()]
  if (measure.joinsCounts) await Promise.all(columnsInTurn.map(countOne))
  else for (const j of columnsInTurn) await countOne(j)
  await measure.bin(sources)
  const columns = [...sources.keys()].map((index) => ({ index, binCount: 9 }))
  const pairs = columns.flatMap((a, i) => columns.slice(i + 1).map((b) => [a, b]))
  const tables = await measure.countTables(pairs)
  return tables[0]!.reduce((sum, count) => sum + count, 0)
}

async function writeFile(rows: number): Promise<void> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const sql = selectSql(columnsOf(plusDays))
  await connection.run(`copy (select ${sql} from range(${rows}) t(i)) to '${file}' (header)`)
  connection.closeSync()
}

/** Opens the file in DuckDB, whose inference of a part of the rows is what the plan is made of. */
async function openFile() {
  const workDir = mkdtempSync(join(dir, 'open-'))
  const [source] = await openSources([file], workDir, undefined)
  if (!source) throw new Error('The file has no table.')
  const database = await openDatabase({
    workDir,
    readablePaths: [file],
    threads: 2,
    memoryLimitMb: 2000,
  })
  const named = { ...source, name: 'lines' }
  const read = await readTable(database.connection, { source: named, schema })
  return { database, plan: planRules(read.schema) }
}

async function time(
  name: string,
  cpu: () => number,
  count: () => Promise<{ trained: number; moved: number }>,
) {
  const [started, cpuBefore] = [performance.now(), cpu()]
  const { trained, moved } = await count()
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${name.padEnd(28)} ${seconds.toFixed(1).padStart(8)} s ${(cpu() - cpuBefore).toFixed(1).padStart(8)} CPU s ${String(moved).padStart(9)} rows moved, ${trained} trained on`,
  )
}

/** CPU seconds of processes and, with `children`, of those they started, living or ended. */
function cpuOf(pids: number[], children = false): number {
  const fields = (pid: string | number) =>
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number)
  const all = children
    ? readdirSync('/proc').filter((name) => /^\d+$/.test(name) && pids.includes(parentOf(name)))
    : []
  const own = (values: number[]) => values[11]! + values[12]!
  const ended = (values: number[]) => (children ? values[13]! + values[14]! : 0)
  return (
    [...pids, ...all].reduce<number>((sum, pid) => {
      const values = fields(pid)
      return sum + own(values) + (pids.includes(Number(pid)) ? ended(values) : 0)
    }, 0) / 100
  )
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
  } catch {
    return 0
  }
}

async function countInWarehouse(url: string, table: string, plan: RulePlan) {
  const warehouse = await connectWarehouse({ url }, undefined)
  let moved = 0
  const counted = {
    ...warehouse,
    query: async (sql: string) => {
      const rows = await warehouse.query(sql)
      moved += rows.length
      return rows
    },
  }
  const columns = await warehouse.describe(`select * from ${table}`)
  const keys = columns.filter(({ name }) => name === 'id')
  const rows = splitRowsSql(
    warehouse.dialect,
    table,
    columns,
    { keys, entity: null, salt: 'bench' },
    1,
  )
  const trainingRows = `(select * from ${rows} where not semblance_held) t`
  const own = plan.schemas.map(({ name }) => columns.find((column) => column.name === name)!)
  const measure = measureInWarehouse(counted, { columns: own, plan, trainingRows })
  const trained = await countAll(measure, plan)
  await warehouse.close()
  return { trained, moved }
}

const ownCpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

console.log(`${ROWS} rows x 15 columns`)
await writeFile(1000)
const { plan, database: small } = await openFile()
small.close()

if (engines.includes('duckdb')) {
  await writeFile(ROWS)
  await time('DuckDB, CSV, two threads', ownCpu, async () => {
    const { database, plan: own } = await openFile()
    await createCoded(database.connection, own, null, 1n)
    const trained = await countAll(measureInDuckdb(database.connection), own)
    database.close()
    return { trained, moved: 0 }
  })
}
rmSync(dir, { recursive: true })

if (engines.includes('postgres')) {
  const postgres = await startTemporaryPostgres()
  const { host, user, password } = postgres.connection as Record<string, string>
  const url = `postgres://${user}:${password}@localhost/postgres?host=${encodeURIComponent(host ?? '')}`
  const admin = new pg.Client(url)
  await admin.connect()
  await admin.query(
    `create table lines as select ${selectSql(columnsOf(plusDays))} from generate_series(0::bigint, ${ROWS - 1}) t(i)`,
  )
  await admin.query('alter table lines add primary key (id)')
  await admin.query('analyze lines')
  const [{ pid }] = (await admin.query('select pg_backend_pid() as pid')).rows as [{ pid: number }]
  const postmaster = parentOf(String(pid))
  await admin.end()
  await time(
    'PostgreSQL',
    () => cpuOf([postmaster], true),
    () => countInWarehouse(url, 'lines', plan),
  )
  await postgres.stop()
}

if (engines.includes('trino')) {
  for (const workers of [1, 2]) {
    const cluster = await startCluster(workers, TRINO_HEAP_MB)
    const days = (count: string) => `date_add('day', ${count}, date '1992-01-01')`
    await runStatement(
      cluster.origin,
      `create table memory.default.lines as select ${selectSql(columnsOf(days))}
       from table(sequence(start => 0, stop => ${ROWS - 1})) t(i)`,
    )
    const url = `${cluster.origin.replace('http://', 'trino://bench@')}/memory/default`
    const count = () => countInWarehouse(url, 'lines', plan)
    const name = `Trino, ${workers} ${workers === 1 ? 'worker' : 'workers'}`
    await time(`${name}, first run`, () => cpuOf(cluster.pids), count)
    await time(`${name}, second run`, () => cpuOf(cluster.pids), count)
    await cluster.stop()
  }
}

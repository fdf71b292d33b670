import path from 'node:path'
import { FIDELITY_SAMPLE_ROWS, HOLDOUT_ONE_IN } from '../../evaluate/samples.ts'
import type { RandomSource } from '../../random/random-source.ts'
import { nameTables } from '../../read/table-names.ts'
import type { OpenedTable, TableSource } from '../../read/table-source.ts'
import type { DeclaredSchema } from '../../schema/declared-schema.ts'
import { plainDialect } from '../../schema/infer/dialect.ts'
import type { RulePlan } from '../../schema/rules/rule-plan.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import { connectPostgres } from './connect-postgres.ts'
import { connectTrino, isTrino } from './connect-trino.ts'
import type { WarehouseColumn } from './dialects/dialect.ts'
import { drawSample, newSampleRoom, type SampleRoom } from './draw-sample.ts'
import { measureInWarehouse } from './measure.ts'
import { type RowIdentity, splitRowsSql } from './rows-sql.ts'
import type { Warehouse, WarehouseRoute } from './warehouse.ts'

/**
 * Names tables of a warehouse, as `schema.table` or `table`: of one with PostgreSQL's protocol
 * (`postgres://user:password@host/database`), or of Trino (`trino://user@host/catalog/schema`), whose password or JWT is
 * never part of the address. With a route, no part of the address decides where and how it is connected to.
 */
export type DatabaseInput = {
  url: string
  tables: string[]
  password?: string
  token?: string
  route?: WarehouseRoute
}

/** Connects to the warehouse of an address. Throws SynthesisError `unreachable`. */
export function connectWarehouse(
  database: Omit<DatabaseInput, 'tables'>,
  signal: AbortSignal | undefined,
): Promise<Warehouse> {
  return isTrino(database.url) ? connectTrino(database, signal) : connectPostgres(database, signal)
}

type OpenOptions = {
  workDir: string
  schema: DeclaredSchema | undefined
  random: RandomSource
  signal: AbortSignal | undefined
}

/**
 * Opens tables that are counted where they are: only a random sample of each comes here, for types and for
 * evaluation. Reads one state of each table and writes nothing to the warehouse. Throws SynthesisError.
 */
export async function openWarehouse(
  database: DatabaseInput,
  options: OpenOptions,
): Promise<{ sources: TableSource[]; close: () => Promise<void> }> {
  const warehouse = await connectWarehouse(database, options.signal)
  try {
    const opened: { file: string; tables: OpenedTable[] }[] = []
    const room = newSampleRoom()
    for (const [i, named] of database.tables.entries()) {
      const table = warehouse.isCaseless ? named.toLowerCase() : named
      const file = table.split('.').at(-1)!.replaceAll('"', '')
      const filePath = path.join(options.workDir, `sample-${i}.csv`)
      const paths = { file, filePath, room }
      opened.push({ file, tables: [await openTable(warehouse, table, paths, options)] })
    }
    return { sources: nameTables(opened), close: warehouse.close }
  } catch (error) {
    await warehouse.close()
    throw error
  }
}

async function openTable(
  warehouse: Warehouse,
  name: string,
  { file: declaredName, filePath, room }: { file: string; filePath: string; room: SampleRoom },
  { schema, random }: OpenOptions,
): Promise<OpenedTable> {
  const table = quoteTable(warehouse, name)
  const columns = await warehouse.describe(`select * from ${table}`)
  const state = await warehouse.stateOf(table, columns)
  const entity = schema?.tables[declaredName]?.entity
  const entityColumn = columns.find((column) => column.name === entity?.column)
  const identity: RowIdentity = {
    keys: await keysOf(warehouse, table, columns, schema?.tables[declaredName]),
    entity: entity && entityColumn ? { column: entityColumn, maxRows: entity.maxRows } : null,
    salt: randomHex(random),
  }
  const rowsOf = (share: number) => splitRowsSql(warehouse.dialect, table, columns, identity, share)
  const [[rowCount]] = (await warehouse.query(`select count(*) from ${table}`)) as [[string]]
  if (identity.keys.length === 0 && Number(rowCount) > warehouse.mostRowsWithoutKey)
    throw new SynthesisError('key_required', keyRequired(warehouse.mostRowsWithoutKey))
  const share = sampleShare(Number(rowCount))
  const rows = mostSampled(Number(rowCount), share)
  await drawSample(warehouse, rowsOf(share), columns, filePath, { rows, room })
  const trainingRows = `(select * from ${rowsOf(1)} where not semblance_held) t`
  const columnNames = columns.map((column) => column.name)
  return {
    within: [],
    path: filePath,
    columnNames,
    unnamed: [],
    content: { type: 'csv', dialect: plainDialect([...columnNames, 'held'], true) },
    sample: {
      share,
      rowCount: Number(rowCount),
      countSplit: () => countSplit(warehouse, rowsOf(1)),
      measure: (plan) =>
        measureInWarehouse(warehouse, { columns: columnsOf(plan, columns), plan, trainingRows }),
      confirmState: async () => {
        if ((await warehouse.stateOf(table, columns)) !== state)
          throw new SynthesisError('source_changed', SOURCE_CHANGED)
      },
    },
  }
}

/** Somewhat more than evaluation asks for, because that goes by the noisy number of rows. */
const SAMPLE_MARGIN = 1.2

/** Follows from the order of magnitude of the row count: one row more must not change who is drawn. */
function sampleShare(rowCount: number): number {
  const magnitude = 2 ** Math.floor(Math.log2(Math.max(1, rowCount)))
  const trainingRows = (magnitude * (HOLDOUT_ONE_IN - 1)) / HOLDOUT_ONE_IN
  return Math.min(1, (SAMPLE_MARGIN * FIDELITY_SAMPLE_ROWS) / Math.max(1, trainingRows))
}

/** Returns the rows that a sample may have at most: far more than by chance, and few also where a count is made up. */
function mostSampled(rowCount: number, share: number): number {
  const expected = Math.min(rowCount * share, 4 * FIDELITY_SAMPLE_ROWS)
  return Math.ceil(2 * Math.max(0, expected || 0)) + 1000
}

function columnsOf({ schemas, width }: RulePlan, columns: WarehouseColumn[]): WarehouseColumn[] {
  return schemas.slice(0, width).map(({ name }) => columns.find((column) => column.name === name)!)
}

async function countSplit(
  warehouse: Warehouse,
  rows: string,
): Promise<{ train: number; holdout: number }> {
  const counts = await warehouse.query(`select semblance_held, count(*) from ${rows} group by 1`)
  const countOf = (held: boolean) => Number(counts.find(([key]) => key === held)?.[1] ?? 0)
  return { train: countOf(false), holdout: countOf(true) }
}

/** The primary key, or else a column that the owner declares to be one. */
async function keysOf(
  warehouse: Warehouse,
  table: string,
  columns: WarehouseColumn[],
  declared: DeclaredSchema['tables'][string] | undefined,
): Promise<WarehouseColumn[]> {
  const primary = await warehouse.primaryKey(table)
  if (primary.length > 0) return columns.filter(({ name }) => primary.includes(name))
  const key = columns.find(({ name }) => declared?.columns?.[name]?.kind === 'key')
  return key ? [key] : []
}

const SOURCE_CHANGED =
  'The table was changed while it was measured, so nothing was released. Run it again while nothing writes to the table, or name a copy of it.'

const keyRequired = (rows: number) =>
  `Above ${rows.toLocaleString('en')} rows, rows are distinguished by a key: declare a column with a distinct value in every row as "kind: key".`

/** `schema.table` as identifiers; a part in double quotes may hold a point. */
function quoteTable({ dialect }: Warehouse, name: string): string {
  const parts = name.match(/"(?:[^"]|"")+"|[^."]+/g) ?? []
  if (parts.length === 0 || parts.length > 3 || parts.join('.') !== name) {
    throw new SynthesisError('invalid_options', 'A table is named as table or schema.table.')
  }
  const bare = (part: string) => part.replace(/^"|"$/g, '').replaceAll('""', '"')
  return parts.map((part) => dialect.identifier(bare(part))).join('.')
}

function randomHex(random: RandomSource): string {
  const words = Array.from({ length: 4 }, () => random.nextUint32().toString(16).padStart(8, '0'))
  return words.join('')
}

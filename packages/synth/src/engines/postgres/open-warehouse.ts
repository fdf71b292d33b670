import path from 'node:path'
import pg from 'pg'
import { FIDELITY_SAMPLE_ROWS, HOLDOUT_ONE_IN } from '../../evaluate/samples.ts'
import type { RandomSource } from '../../random/random-source.ts'
import { nameTables } from '../../read/table-names.ts'
import type { OpenedTable, TableSource } from '../../read/table-source.ts'
import type { DeclaredSchema } from '../../schema/declared-schema.ts'
import { plainDialect } from '../../schema/infer/dialect.ts'
import type { RulePlan } from '../../schema/rules/rule-plan.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import { connectWarehouse, type Warehouse } from './connect.ts'
import { drawSample } from './draw-sample.ts'
import { measureInPostgres } from './measure.ts'
import { type RowIdentity, splitRowsSql } from './rows-sql.ts'
import type { WarehouseColumn } from './text-sql.ts'

/** Names tables of a PostgreSQL-protocol database, as `schema.table` or `table`. */
export type DatabaseInput = { url: string; tables: string[] }

type OpenOptions = {
  workDir: string
  schema: DeclaredSchema | undefined
  random: RandomSource
  signal: AbortSignal | undefined
}

/**
 * Opens tables that are counted where they are: only a random sample of each comes here, for types and for
 * evaluation. Reads one state of the database and writes nothing to it. Throws SynthesisError.
 */
export async function openWarehouse(
  { url, tables }: DatabaseInput,
  options: OpenOptions,
): Promise<{ sources: TableSource[]; close: () => Promise<void> }> {
  const warehouse = await connectWarehouse(url, options.signal)
  try {
    const opened: { file: string; tables: OpenedTable[] }[] = []
    for (const [i, table] of tables.entries()) {
      const file = table.split('.').at(-1)!.replaceAll('"', '')
      const filePath = path.join(options.workDir, `sample-${i}.csv`)
      opened.push({ file, tables: [await openTable(warehouse, table, file, filePath, options)] })
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
  declaredName: string,
  filePath: string,
  { schema, random }: OpenOptions,
): Promise<OpenedTable> {
  const table = quoteTable(name)
  const columns = await warehouse.describe(`select * from ${table}`)
  const entity = schema?.tables[declaredName]?.entity
  const entityColumn = columns.find((column) => column.name === entity?.column)
  const identity: RowIdentity = {
    keys: await primaryKey(warehouse, table, columns),
    entity: entity && entityColumn ? { column: entityColumn, maxRows: entity.maxRows } : null,
    salt: randomHex(random),
  }
  const rowsOf = (share: number) => splitRowsSql(table, columns, identity, share)
  const [[rowCount]] = (await warehouse.query(`select count(*) from ${table}`)) as [[string]]
  const share = sampleShare(Number(rowCount))
  await drawSample(warehouse, rowsOf(share), columns, filePath)
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
        measureInPostgres(warehouse, { columns: columnsOf(plan, columns), plan, trainingRows }),
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

/** Views and some engines have none. */
async function primaryKey(
  warehouse: Warehouse,
  table: string,
  columns: WarehouseColumn[],
): Promise<WarehouseColumn[]> {
  const rows = await warehouse.query(`
    select a.attname from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisprimary and i.indrelid = cast(${pg.escapeLiteral(table)} as regclass)`)
  return columns.filter(({ name }) => rows.some(([key]) => key === name))
}

/** `schema.table` as identifiers; a part in double quotes may hold a point. */
function quoteTable(name: string): string {
  const parts = name.match(/"(?:[^"]|"")+"|[^."]+/g) ?? []
  if (parts.length === 0 || parts.length > 3 || parts.join('.') !== name) {
    throw new SynthesisError('invalid_options', 'A table is named as table or schema.table.')
  }
  const bare = (part: string) => part.replace(/^"|"$/g, '').replaceAll('""', '"')
  return parts.map((part) => pg.escapeIdentifier(bare(part))).join('.')
}

function randomHex(random: RandomSource): string {
  const words = Array.from({ length: 4 }, () => random.nextUint32().toString(16).padStart(8, '0'))
  return words.join('')
}

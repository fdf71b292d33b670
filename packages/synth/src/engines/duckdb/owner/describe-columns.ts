import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnSchema } from '../../../schema/column-schema.ts'
import { queryRows, sqlString } from '../database.ts'

/** Limits the rows that are looked at; all columns of wide tables together have as many cells. */
const MOST_ROWS = 100_000
const MOST_CELLS = 3_000_000
const MOST_LABELS = 8
const MOST_BINS = 24
const EXAMPLES = 3
const MOST_CHARACTERS = 60
/** A code in so many rows, outside the range of all others, may stand for something else. */
const SENTINEL_SHARE = 0.02
const SENTINELS = [-1, -9, -99, -999, -9999, 99, 999, 9999, 99_999, 999_999]
/** A greatest value so many times the range between the quartiles away from the next one stands alone. */
const LONE_DISTANCE = 10

/** Describes a column for its owner: exact, in the sampled rows. */
export type ColumnDescription = {
  name: string
  /** Rows without a value. */
  missing: number
  distinct: number
  /** Null for columns without values and those whose values name people or are free text. */
  plot:
    | { type: 'histogram'; edges: number[]; counts: number[] }
    | { type: 'categories'; labels: string[]; counts: number[] }
    | null
  /** Gives values as the file writes them; null for columns that have no order. */
  range: { low: string; median: string; high: string } | null
  /** Values as the file writes them; of free text and personal data, their shapes alone. */
  examples: string[]
  /** A number that looks like a sign for something else, and its rows. */
  sentinel: { value: string; rows: number } | null
  /** A greatest value that stands alone, and the next one. */
  outlier: { value: string; next: string } | null
}

export type TableDescription = { rows: number; columns: ColumnDescription[] }

/** Describes the columns of `raw` for their owner alone, in a sample where there are many rows. */
export async function describeColumns(
  connection: DuckDBConnection,
  columns: ColumnSchema[],
  rowCount: number,
): Promise<TableDescription> {
  const most = Math.min(MOST_ROWS, Math.floor(MOST_CELLS / columns.length))
  const sampling = rowCount > most ? `using sample reservoir(${most} rows) repeatable (1)` : ''
  const cells = columns.map((_, j) => `c${j}`)
  await connection.run(`create temp table looked_at as select ${cells} from raw ${sampling}`)
  const described: ColumnDescription[] = []
  for (const [j, column] of columns.entries())
    described.push(await describeColumn(connection, column, `c${j}`))
  const [size] = await queryRows(connection, 'select count(*) from looked_at')
  await connection.run('drop table looked_at')
  return { rows: Number(size?.[0] ?? 0), columns: described }
}

async function describeColumn(
  connection: DuckDBConnection,
  column: ColumnSchema,
  cell: string,
): Promise<ColumnDescription> {
  const isHidden = column.kind === 'text' || column.kind === 'pii'
  const [counts = []] = await queryRows(
    connection,
    `select count(*) - count(${cell}), count(distinct ${cell}) from looked_at`,
  )
  const [missing = 0, distinct = 0] = counts.map(Number)
  const shown = isHidden
    ? `regexp_replace(regexp_replace(left(${cell}, ${MOST_CHARACTERS}), '[\\p{L}\\p{M}]', 'x', 'g'), '\\p{N}', '0', 'g')`
    : `left(${cell}, ${MOST_CHARACTERS})`
  const examples = await queryRows(
    connection,
    `select distinct ${shown} from (select ${cell} from looked_at where ${cell} is not null limit 1000) limit ${EXAMPLES}`,
  )
  const base = {
    name: column.name,
    missing,
    distinct,
    plot: null,
    range: null,
    examples: examples.map(([value]) => String(value)),
    sentinel: null,
    outlier: null,
  }
  const value = orderedSql(column, cell)
  if (value) return { ...base, ...(await describeNumbers(connection, column, { cell, value })) }
  if (isHidden || column.kind === 'key') return base
  return { ...base, plot: await countLabels(connection, cell) }
}

/** Returns SQL of a cell as a number, of a moment in milliseconds; null for kinds without an order. */
function orderedSql({ kind, dateFormat }: ColumnSchema, cell: string): string | null {
  if (kind === 'integer' || kind === 'number') return `try_cast(${cell} as double)`
  if (kind !== 'date' && kind !== 'timestamp') return null
  return `1000 * epoch(try_strptime(${cell}, ${sqlString(dateFormat)}))`
}

async function countLabels(
  connection: DuckDBConnection,
  cell: string,
): Promise<ColumnDescription['plot']> {
  const rows = await queryRows(
    connection,
    `select left(${cell}, ${MOST_CHARACTERS}), count(*) as n from looked_at where ${cell} is not null group by 1 order by n desc, 1 limit ${MOST_LABELS}`,
  )
  if (rows.length === 0) return null
  return {
    type: 'categories',
    labels: rows.map(([label]) => String(label)),
    counts: rows.map(([, count]) => Number(count)),
  }
}

type Ordered = { cell: string; value: string }

async function describeNumbers(
  connection: DuckDBConnection,
  { kind }: ColumnSchema,
  { cell, value }: Ordered,
): Promise<Partial<ColumnDescription>> {
  const values = `(select ${cell} as t, ${value} as v from looked_at)`
  const finite = `where v is not null and isfinite(v)`
  const [figures = []] = await queryRows(
    connection,
    `select min(v), max(v), arg_min(t, v), arg_max(t, v), quantile_disc(v, 0.25), quantile_disc(v, 0.75), count(*) from ${values} ${finite}`,
  )
  const [low, high] = [Number(figures[0]), Number(figures[1])]
  if (figures[0] === null || !Number.isFinite(low) || !Number.isFinite(high)) return {}
  const [middle = []] = await queryRows(
    connection,
    `select any_value(t) from ${values} where v = (select quantile_disc(v, 0.5) from ${values} ${finite})`,
  )
  const [code] = await queryRows(
    connection,
    `select v, any_value(t), count(*) as n from ${values} ${finite} and v in (${SENTINELS}) group by 1 order by n desc, 1 limit 1`,
  )
  const [others] = code
    ? await queryRows(
        connection,
        `select min(v), max(v) from ${values} ${finite} and v <> ${Number(code[0])}`,
      )
    : []
  const largest = await queryRows(
    connection,
    `select v, any_value(t) from ${values} ${finite} group by 1 order by 1 desc limit 2`,
  )
  return {
    plot: await countBins(connection, values, { low, high, isWhole: kind === 'integer' }),
    range: { low: String(figures[2]), median: String(middle[0]), high: String(figures[3]) },
    sentinel:
      kind === 'integer' || kind === 'number'
        ? findSentinel(code, others, Number(figures[6]))
        : null,
    outlier: findOutlier(largest, Number(figures[5]) - Number(figures[4])),
  }
}

async function countBins(
  connection: DuckDBConnection,
  values: string,
  { low, high, isWhole }: { low: number; high: number; isWhole: boolean },
): Promise<ColumnDescription['plot']> {
  const span = isWhole ? high - low + 1 : high - low || 1
  const width = isWhole ? Math.ceil(span / MOST_BINS) : span / MOST_BINS
  const bins = Math.min(MOST_BINS, Math.max(1, Math.ceil(span / width)))
  const rows = await queryRows(
    connection,
    `select least(${bins - 1}, floor((v - ${low}) / ${width}))::int as bin, count(*) from ${values} where v is not null and isfinite(v) group by 1`,
  )
  const counts = Array.from({ length: bins }, () => 0)
  for (const [bin, count] of rows) counts[Number(bin)] = Number(count)
  return { type: 'histogram', edges: [...counts.keys(), bins].map((i) => low + i * width), counts }
}

type Row = unknown[] | undefined

/** A code below zero is outside where no other value is; one above, where it is twice the next one at least. */
function findSentinel(code: Row, others: Row, filled: number): ColumnDescription['sentinel'] {
  if (!code || !others || others[0] === null) return null
  const [value, rows] = [Number(code[0]), Number(code[2])]
  const [low, high] = others.map(Number) as [number, number]
  const isOutside = value < 0 ? low >= 0 : high > 0 && value >= 2 * high
  return isOutside && rows >= SENTINEL_SHARE * filled ? { value: String(code[1]), rows } : null
}

function findOutlier([first, next]: Row[], middleHalf: number): ColumnDescription['outlier'] {
  if (!first || !next || middleHalf <= 0) return null
  if (Number(first[0]) - Number(next[0]) < LONE_DISTANCE * middleHalf) return null
  return { value: String(first[1]), next: String(next[1]) }
}

import { sqlString } from '../engines/duckdb/database.ts'
import type { NumberStyle } from '../schema/infer/number-style.ts'
import type { TableSource } from './table-source.ts'

/** Limits the length of a record. */
export const MAX_LINE_BYTES = 1_000_000

/**
 * Returns a query of a table's columns as text c0, c1, ..., as in the file except for numbers,
 * which are written plainly. `kept` are the positions of the columns to read.
 */
export function sourceSql(source: Pick<TableSource, 'path' | 'content'>, kept: number[]): string {
  const { path, content } = source
  if (content.type === 'parquet') {
    const cells = kept.map((j, i) => `${content.expressions[j]} as c${i}`)
    return `select ${cells.join(', ')} from ${content.from}`
  }
  const { dialect, places } = content
  const cells = kept.map((j, i) => {
    const place = places?.[j] ?? j
    return `${plainNumberSql(`c${place}`, dialect.numberStyles[place] ?? null)} as c${i}`
  })
  // DuckDB 1.5 pads rows with a quoted line break only without threads.
  const padding = dialect.isPadded
    ? 'null_padding = true, parallel = false'
    : 'null_padding = false'
  return `
    select ${cells.join(', ')}
    from read_csv(${sqlString(path)}, auto_detect = false, delim = ${sqlString(dialect.delimiter)},
      quote = ${sqlString(dialect.quote)}, escape = ${sqlString(dialect.escape)},
      header = false, skip = ${dialect.skipLines},
      columns = {${dialect.columnNames.map((_, j) => `'c${j}': 'VARCHAR'`).join(', ')}},
      nullstr = '', strict_mode = true, max_line_size = ${MAX_LINE_BYTES}, ${padding})`
}

function plainNumberSql(cell: string, style: NumberStyle | null): string {
  if (!style) return cell
  const text = `trim(${cell})`
  const bare = `translate(${text}, ${sqlString(style.removed)}, '')`
  const plain = style.point === ',' ? `replace(${bare}, ',', '.')` : bare
  return `case when regexp_full_match(${text}, ${sqlString(style.pattern)}) then ${plain} else ${cell} end`
}

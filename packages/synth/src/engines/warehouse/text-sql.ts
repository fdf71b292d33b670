import { NULL_TOKENS } from '../../schema/infer/null-tokens.ts'
import type { Dialect, WarehouseColumn } from './dialects/dialect.ts'

export const isNumber = ({ type }: WarehouseColumn): boolean =>
  type === 'whole' || type === 'double' || type === 'decimal'
export const isInstant = ({ type }: WarehouseColumn): boolean =>
  type === 'date' || type === 'timestamp' || type === 'instant'

/**
 * Returns SQL of the column as a file would write it: trimmed text, null for every spelling of a
 * missing value. Times are in UTC and whole seconds.
 */
export function textSql(dialect: Dialect, column: WarehouseColumn): string {
  const { type } = column
  if (type === 'date' || type === 'whole') return dialect.text(column)
  if (isInstant(column)) return dialect.timeText(column)
  const text = `trim(${dialect.text(column)})`
  return `case when lower(${text}) not in (${NULL_TOKENS.map(dialect.literal)}) then ${text} end`
}

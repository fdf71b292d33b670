import pg from 'pg'
import { NULL_TOKENS } from '../../schema/infer/null-tokens.ts'

/** Describes a column of a warehouse's table; `typeId` is PostgreSQL's type OID. */
export type WarehouseColumn = { name: string; typeId: number }

const INTEGERS = [20, 21, 23]
const DOUBLE = 701
const NUMERIC = 1700
const DATE = 1082
const TIMESTAMP = 1114
const TIMESTAMP_WITH_ZONE = 1184

export const isWholeNumber = ({ typeId }: WarehouseColumn): boolean => INTEGERS.includes(typeId)
export const isNumber = (column: WarehouseColumn): boolean =>
  isWholeNumber(column) || column.typeId === DOUBLE || column.typeId === NUMERIC
export const isInstant = ({ typeId }: WarehouseColumn): boolean =>
  typeId === DATE || typeId === TIMESTAMP || typeId === TIMESTAMP_WITH_ZONE

/**
 * Returns SQL of the column as a file would write it: trimmed text, null for every spelling of a
 * missing value. Times are in UTC and whole seconds.
 */
export function textSql(column: WarehouseColumn): string {
  const name = pg.escapeIdentifier(column.name)
  const { typeId } = column
  if (typeId === DATE || isWholeNumber(column)) return `cast(${name} as text)`
  if (typeId === TIMESTAMP) return `cast(date_trunc('second', ${name}) as text)`
  if (typeId === TIMESTAMP_WITH_ZONE) {
    return `cast(date_trunc('second', ${name} at time zone 'UTC') as text)`
  }
  const text = `trim(cast(${name} as text))`
  return `case when lower(${text}) not in (${NULL_TOKENS.map(pg.escapeLiteral)}) then ${text} end`
}

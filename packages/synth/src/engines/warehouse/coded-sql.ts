import { OTHER_LABEL } from '../../model/measure/discover-categories.ts'
import {
  type ColumnSchema,
  isModeled,
  isOrdered,
  LARGEST_NUMBER,
} from '../../schema/column-schema.ts'
import { type RulePlan, sourcesOf } from '../../schema/rules/rule-plan.ts'
import { cutSql, differencesSql } from '../../schema/rules/rule-sql.ts'
import { epochSql } from './date-sql.ts'
import type { Dialect, WarehouseColumn } from './dialects/dialect.ts'
import { isInstant, isNumber, textSql } from './text-sql.ts'

/** Matches the numbers that the engine accepts; longer ones would overflow a double, which ends the query. */
const NUMBER = '[+-]?([0-9]{1,60}\\.?[0-9]{0,60}|\\.[0-9]{1,60})([eE][+-]?[0-9]{1,2})?'

/** `columns` are the plan's own columns, in its order. */
export type CodedTable = { columns: WarehouseColumn[]; plan: RulePlan }

/**
 * Builds a subquery with x0, x1, ... for some of the plan's columns of `rows`: ordered ones as
 * integers on their grid (doubles), others as text, null where missing or not of the schema's type.
 * The dialect's barrier prevents the planner from merging the steps, which would compute each value again for
 * every reference to it.
 */
export function codedSql(
  dialect: Dialect,
  rows: string,
  { columns, plan }: CodedTable,
  indexes: number[],
): string {
  const own = ownColumns(plan, indexes)
  const step = (
    from: string,
    expression: (value: string, column: WarehouseColumn, schema: ColumnSchema, j: number) => string,
  ): string => {
    const changed = own.map((j) => expression(`x${j}`, columns[j]!, plan.schemas[j]!, j))
    if (changed.every((value, i) => value === `x${own[i]}`)) return from
    return `(select ${changed.map((value, i) => `${value} as x${own[i]}`)} from ${from} ${dialect.barrier}) t`
  }
  const read = step(rows, (_, column, schema) => readSql(dialect, column, schema))
  const parsed = step(read, (value, column, schema) => parseSql(dialect, value, column, schema))
  const rounded = step(parsed, roundSql)
  const cut = step(rounded, (value, _, { kind }, j) =>
    isOrdered(kind) ? cutSql(plan.ranges[j]!, value) : value,
  )
  if (indexes.every((j) => j < plan.width)) return cut
  const differences = differencesSql(plan, dialect.extreme)
  const wanted = indexes.map((j) => (j < plan.width ? `x${j}` : `${differences.get(j)} as x${j}`))
  return `(select ${wanted} from ${cut} ${dialect.barrier}) t`
}

/** The table's columns that some of the plan's are computed from. */
function ownColumns({ width, derivations }: RulePlan, indexes: number[]): number[] {
  const sources = indexes.flatMap((j) => {
    if (j < width) return [j]
    return derivations.flatMap((derivation) => {
      const isSource =
        derivation.type === 'sum'
          ? derivation.rest === j
          : derivation.type !== 'lookup' && derivation.difference === j
      return isSource ? [derivation.column, ...sourcesOf(derivation)] : []
    })
  })
  return [...new Set(sources)]
}

/** Returns true if the column's own database type can be used without parsing text. */
function isNative(column: WarehouseColumn, { kind }: ColumnSchema): boolean {
  if (kind === 'date' || kind === 'timestamp') return isInstant(column)
  return isOrdered(kind) && isNumber(column)
}

function readSql(dialect: Dialect, column: WarehouseColumn, schema: ColumnSchema): string {
  if (!isNative(column, schema)) return textSql(dialect, column)
  if (isInstant(column)) return dialect.seconds(column)
  const name = dialect.identifier(column.name)
  const double = `cast(${name} as double precision)`
  if (column.type === 'whole') return double
  return `case when ${dialect.isAtMost(name, LARGEST_NUMBER)} then ${double} end`
}

function parseSql(
  dialect: Dialect,
  value: string,
  column: WarehouseColumn,
  schema: ColumnSchema,
): string {
  if (!isModeled(schema.kind) || isNative(column, schema)) return value
  if (!isOrdered(schema.kind)) return pooledSql(dialect, value, schema.values)
  if (schema.kind === 'date' || schema.kind === 'timestamp')
    return epochSql(dialect, value, schema.dateFormat)
  const number = dialect.numberOfText(value)
  const small = `case when ${dialect.isAtMost(number, LARGEST_NUMBER)} then ${number} end`
  return `case when ${dialect.matches(value, NUMBER)} then ${small} end`
}

/** Texts that were not declared are one category. */
function pooledSql(dialect: Dialect, value: string, declared: string[] | null): string {
  if (!declared) return value
  const known = declared.map(dialect.literal)
  return `case when ${value} in (${known}) then ${value} when ${value} is not null then ${dialect.literal(OTHER_LABEL)} end`
}

/** Halves are rounded away from zero, as DuckDB does; other engines differ. */
function roundSql(value: string, column: WarehouseColumn, schema: ColumnSchema): string {
  if (!isOrdered(schema.kind)) return value
  if (schema.kind === 'date' || schema.kind === 'timestamp') {
    return `cast(floor(${value} / ${schema.unitSeconds}) as double precision)`
  }
  if (column.type === 'whole' && schema.decimals === 0) return value
  const scaled = schema.decimals === 0 ? value : `(${value} * ${10 ** schema.decimals})`
  const size = `abs(${scaled})`
  return `sign(${scaled}) * (floor(${size}) + case when ${size} - floor(${size}) >= 0.5 then 1 else 0 end)`
}

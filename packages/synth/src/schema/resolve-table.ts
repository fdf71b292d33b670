import type { DeclaredSchema, DeclaredTable } from './declared-schema.ts'
import { didYouMean } from './did-you-mean.ts'
import { type ColumnProfile, inferKind } from './infer/infer-column.ts'
import { type OpenFacts, openFactsOf, resolveColumn } from './resolve-column.ts'
import { SynthesisError } from './synthesis-error.ts'
import type { Rule, TableSchema } from './table-schema.ts'

/** Throws SynthesisError `invalid_schema` for a declared table that is not there. */
export function refuseUnknownTables(declared: DeclaredSchema, tableNames: string[]): void {
  for (const name of Object.keys(declared.tables)) {
    if (tableNames.includes(name)) continue
    throw refuse(`tables.${name}`, `names no table that was read${didYouMean(name, tableNames)}`)
  }
}

/** Returns the positions of the columns that the owner wants left out of the twin. */
export function droppedColumns(
  name: string,
  columnNames: string[],
  declared: DeclaredTable | undefined,
): number[] {
  const where = `tables.${name}.columns`
  return Object.entries(declared?.columns ?? {})
    .map(([column, { drop }]) => ({ position: positionOf(column, columnNames, where), drop }))
    .flatMap(({ position, drop }) => (drop ? [position] : []))
}

/**
 * Resolves a table for the engine: declarations override what `profiles`, one per column of the
 * twin, suggest. Throws SynthesisError `invalid_schema`, naming the field.
 */
export function resolveTable(
  name: string,
  profiles: ColumnProfile[],
  declared: DeclaredTable | undefined,
): TableSchema {
  const names = profiles.map((profile) => profile.name)
  const where = `tables.${name}`
  const at = (column: string, field: string) => positionOf(column, names, `${where}.${field}`)
  const { entity, series, rules = [] } = declared ?? {}
  // An entity's rows follow each other on their own.
  const deviceName = series?.device ?? entity?.column
  const columns = profiles.map((profile) => {
    const of = declared?.columns[profile.name] ?? {}
    // IDs of an entity are not modeled, regardless of their values.
    const kind = of.kind ?? (entity?.column === profile.name ? 'key' : namedKind(profile, series))
    return resolveColumn(profile, kind ? { ...of, kind } : of, `${where}.columns.${profile.name}`)
  })
  return {
    name,
    columns,
    entity: entity ? { column: at(entity.column, 'entity.column'), maxRows: entity.maxRows } : null,
    series: series
      ? {
          time: at(series.time, 'series.time'),
          device: deviceName === undefined ? null : at(deviceName, 'series.device'),
        }
      : null,
    rules: rules.flatMap((rule, i) => resolveRule(rule, (column) => at(column, `rules.${i}`))),
  }
}

/** Returns what a table's declarations leave open about a column. */
export function openFactsOfTable(declared: DeclaredTable | undefined, column: string): OpenFacts {
  const of = declared?.columns[column] ?? {}
  const isEntity = declared?.entity?.column === column
  return openFactsOf(isEntity ? { ...of, kind: of.kind ?? 'key' } : of)
}

/** Returns true if the declarations leave open what a column is, or how its values look. */
export function isVotedOn(declared: DeclaredTable | undefined, column: string): boolean {
  const { isFormOpen, isPatternOpen } = openFactsOfTable(declared, column)
  return isFormOpen || isPatternOpen
}

/** Returns `category` for numbers that identify devices: they are names, not amounts. */
function namedKind(
  profile: ColumnProfile,
  series: DeclaredTable['series'],
): 'category' | undefined {
  const isNumber = ['integer', 'number'].includes(inferKind(profile).kind)
  return series?.device === profile.name && isNumber ? 'category' : undefined
}

/** A chain of order is one rule per pair of neighbors. */
function resolveRule(rule: DeclaredTable['rules'][number], at: (column: string) => number): Rule[] {
  if ('order' in rule) {
    const chain = rule.order.map(at)
    return chain.slice(1).map((high, i) => ({ type: 'order', low: chain[i]!, high }))
  }
  if ('sum' in rule) {
    return [{ type: 'sum', total: at(rule.sum), parts: rule.of.map(at), rest: rule.rest }]
  }
  const { dependency, on, mapping } = rule
  return [
    { type: 'dependency', on: on.map(at), column: at(dependency), ...(mapping && { mapping }) },
  ]
}

function positionOf(column: string, names: string[], where: string): number {
  const position = names.indexOf(column)
  if (position >= 0) return position
  throw refuse(
    where,
    `names a column "${column}" that the table does not have${didYouMean(column, names)}`,
  )
}

function refuse(where: string, what: string): SynthesisError {
  return new SynthesisError('invalid_schema', `Schema: ${where} ${what}.`)
}

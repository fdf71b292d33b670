import { boundsOfName, isEntityName, unitOfName } from '../column-names.ts'
import { type ColumnKind, type ColumnSchema, isOrdered } from '../column-schema.ts'
import type { DeclaredColumn, DeclaredTable } from '../declared-schema.ts'
import type { ParentFact } from '../plan-families.ts'
import { declareRule, writeRule } from '../rules/declare-rule.ts'
import { type ColumnProfile, IDENTIFIER_WORDS, inferKind } from './infer-column.ts'
import type { ProposedRule } from './proposed-rule.ts'

/** Describes a proposed declaration of a table, with the reason for each column, in order. */
export type Proposal = {
  declared: DeclaredTable
  reasons: { column: string; why: string }[]
  /** Points for the owner to check before a run. */
  warnings: string[]
  /** Rules that some rows break: not declared, because the twin would have no such row. */
  brokenRules: { rule: DeclaredTable['rules'][number]; brokenRows: number; rows: number }[]
}

/** Describes the facts that only a scan of all rows can find; for the owner only. */
export type RowFacts = {
  /** The column of ids that come back, and the rows that half of them have at most. */
  entity: { column: number; usualRows: number } | null
  series: { time: number; device: number | null } | null
  /** The parent of the rows, and the keys of this table that other tables refer to. */
  parent?: ParentFact | null
  keys?: string[]
  /** Rules that the scanned rows satisfy. */
  rules: { rows: number; proposed: ProposedRule[] }
}

/**
 * Limits the proposed rows per entity: noise grows with every row that may count, faster than the
 * information of the rows.
 */
const MAX_PROPOSED_ROWS = 10

/**
 * Proposes declarations from the data, in the form in which an owner would write them. Contains no
 * value of the data: bounds and units are inferred from names alone.
 */
export function proposeTable(
  profiles: ColumnProfile[],
  columns: ColumnSchema[],
  facts: RowFacts,
): Proposal {
  const { series, rules, parent, keys = [] } = facts
  // A table is protected by one unit: for rows with a parent, that is the parent row.
  const isRelated = (parent ?? null) !== null || keys.length > 0
  const entity = isRelated ? null : facts.entity
  const nameOf = (column: number) => columns[column]!.name
  const kept = rules.proposed.filter(({ exceptions }) => exceptions === 0)
  const broken = rules.proposed.filter(({ exceptions }) => exceptions > 0)
  const isKey = ({ name }: ColumnSchema) => keys.includes(name) || parent?.column === name
  const declared: DeclaredTable = {
    columns: Object.fromEntries(
      columns.map((column, j) => [
        column.name,
        isKey(column)
          ? { kind: 'key' as const, pattern: column.mask }
          : proposeColumn(column, profiles[j]!),
      ]),
    ),
    rules: kept.map(({ rule }) => declareRule(rule, nameOf)),
    ...(parent && { parent }),
    ...(entity && {
      entity: {
        column: nameOf(entity.column),
        maxRows: Math.min(MAX_PROPOSED_ROWS, entity.usualRows),
      },
    }),
    ...(series &&
      !isRelated && {
        series: {
          time: nameOf(series.time),
          ...(series.device !== null && { device: nameOf(series.device) }),
        },
      }),
  }
  const reasons = profiles.map((profile) => ({
    column: profile.name,
    why: inferKind(profile).why,
  }))
  return {
    declared,
    reasons,
    warnings: warningsOf(columns, { ...facts, entity, rules: { ...rules, proposed: kept } }),
    brokenRules: broken.map(({ rule, exceptions }) => ({
      rule: declareRule(rule, nameOf),
      brokenRows: exceptions,
      rows: rules.rows,
    })),
  }
}

function proposeColumn(column: ColumnSchema, profile: ColumnProfile): DeclaredColumn {
  const { kind, name } = column
  const unit = isNumeric(kind) ? unitOfName(name) : null
  const known = isNumeric(kind) ? boundsOfName(name) : null
  const bounds =
    known && profile.minimum >= known.min && profile.maximum <= known.max ? known : null
  return {
    kind,
    ...(unit !== null && { unit }),
    ...bounds,
    ...(kind === 'number' && { decimals: column.decimals }),
    ...(isOrdered(kind) && !isNumeric(kind) && { format: column.dateFormat }),
    ...(kind === 'key' && { pattern: column.mask }),
    ...(kind === 'pii' && { identifier: column.identifier ?? 'other' }),
    ...(column.nullToken !== '' && { missing: column.nullToken }),
  }
}

function isNumeric(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'number'
}

function warningsOf(
  columns: ColumnSchema[],
  { entity, series, parent, rules }: RowFacts,
): string[] {
  const warnings: string[] = []
  const nameOf = (column: number) => columns[column]!.name
  for (const { rule } of rules.proposed) {
    warnings.push(
      `"${writeRule(rule, nameOf)}" holds in all ${rules.rows} rows looked at. Keep it as a rule only if you know that it must hold: declared, it is public that it does.`,
    )
  }
  if (parent) {
    warnings.push(
      `All values of "${parent.column}" are values of "${parent.key}" in ${parent.table}. With the parent declared, the twins belong together and a row of ${parent.table} is protected with all that hangs on it; of each no more than maxRows count.`,
    )
  }
  if (entity) {
    const { name } = columns[entity.column]!
    warnings.push(
      `Values of "${name}" come back in several rows. Unless it is declared as the entity, each row is protected on its own, but not ${isEntityName(name) ? 'a person' : 'whoever it names'} with all rows together.`,
    )
  }
  if (series) {
    const { name } = columns[series.time]!
    warnings.push(
      `Rows follow each other in "${name}". Unless it is declared as a series, the twin does not keep what one row tells of the next.`,
    )
  }
  for (const { name, kind, identifier } of columns) {
    if (kind === 'pii') {
      warnings.push(
        `"${name}" holds ${IDENTIFIER_WORDS[identifier ?? 'other']}: replaced by made-up ones.`,
      )
    }
    if (kind === 'text') warnings.push(`"${name}" holds free text: withheld.`)
  }
  return warnings
}

/** Returns the column whose values most likely identify an entity with several rows; null for none. */
export function likelyEntity(profiles: ColumnProfile[], columns: ColumnSchema[]): number | null {
  const repeating = columns.flatMap(({ kind }, j) =>
    kind === 'key' && profiles[j]!.distinct < REPEATING * profiles[j]!.filled ? [j] : [],
  )
  return repeating.find((j) => isEntityName(columns[j]!.name)) ?? repeating[0] ?? null
}

const REPEATING = 0.95

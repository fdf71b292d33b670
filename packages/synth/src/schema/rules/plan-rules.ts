import { type ColumnSchema, isModeled } from '../column-schema.ts'
import { type Draft, type Drafts, draftRules, names } from '../infer/draft-rules.ts'
import type { Rule, TableSchema } from '../table-schema.ts'
import { planRanges } from './plan-ranges.ts'
import {
  type ColumnUse,
  type Derivation,
  planWithoutRules,
  type Range,
  type RuleCheck,
  type RulePlan,
  refusedRule,
} from './rule-plan.ts'
import { leastAbove, mostBelow } from './rule-units.ts'

/**
 * Turns a table's rules into what is modeled and what is computed from it. Throws SynthesisError, naming the
 * columns, for rules that contradict each other or that cannot be kept by construction.
 */
export function planRules(table: TableSchema): RulePlan {
  if (table.rules.length === 0) return planWithoutRules(table.columns)
  const drafts = draftRules(table)
  const order = computingOrder(table, drafts)
  const schemas = withMappedValues(table)
  const uses: ColumnUse[] = schemas.map(({ kind }) => (isModeled(kind) ? 'modeled' : 'outside'))
  for (const [column, draft] of drafts) {
    uses[column] = draft.type === 'lookup' && draft.mapping === null ? 'looked-up' : 'computed'
  }
  for (const column of order) refineDecimals(schemas, column, drafts.get(column)!)
  const derivations: Derivation[] = order.map((column) => {
    const addDifference = (name: string) => {
      schemas.push(differenceSchema(schemas[column]!, name))
      uses.push('modeled')
      return schemas.length - 1
    }
    return derive(schemas, column, drafts.get(column)!, addDifference)
  })
  const kept = planRanges(table, schemas, derivations)
  const checks = table.rules.flatMap((rule) => checkOf(rule, schemas))
  return { width: table.columns.length, schemas, uses, checks, ...kept }
}

/** A sum's parts are compared in the finest of their units. */
function checkOf(rule: Rule, schemas: ColumnSchema[]): RuleCheck[] {
  if (rule.type === 'dependency') return []
  if (rule.type === 'order') {
    const conversion = leastAbove(schemas[rule.low]!, schemas[rule.high]!)
    return [{ ...rule, conversion }]
  }
  const { total, parts, rest = false } = rule
  const finest = Math.max(...[total, ...parts].map((j) => schemas[j]!.decimals))
  const terms = parts.map((column) => ({
    column,
    factor: 10 ** (finest - schemas[column]!.decimals),
  }))
  return [
    {
      type: 'sum',
      total: { column: total, factor: 10 ** (finest - schemas[total]!.decimals) },
      terms,
      hasRest: rest,
    },
  ]
}

/** A public mapping names the values of its columns, so they need not be found in the data. */
function withMappedValues({ columns, rules }: TableSchema): ColumnSchema[] {
  const named = columns.map(() => new Set<string>())
  for (const rule of rules) {
    if (rule.type !== 'dependency' || !rule.mapping) continue
    for (const [key, value] of Object.entries(rule.mapping)) {
      named[rule.on[0]!]!.add(key)
      named[rule.column]!.add(value)
    }
  }
  return columns.map((schema, j) =>
    named[j]!.size > 0 && schema.values === null ? { ...schema, values: [...named[j]!] } : schema,
  )
}

/** Sources first; sums as early as they can be, so that their terms may still yield. */
function computingOrder(table: TableSchema, drafts: Drafts): number[] {
  const order: number[] = []
  const left = new Set(
    [...drafts.keys()].sort((a, b) => rank(drafts, a) - rank(drafts, b) || a - b),
  )
  while (left.size > 0) {
    const next = [...left].find((column) => !drafts.get(column)!.from.some((c) => left.has(c)))
    if (next === undefined) {
      const named = names(table)
      throw refusedRule(
        `The rules on ${named(...circleIn(drafts, left))} go in a circle; drop one of them.`,
      )
    }
    left.delete(next)
    order.push(next)
  }
  return order
}

const rank = (drafts: Drafts, column: number) => (drafts.get(column)!.type === 'sum' ? 0 : 1)

/** The columns of one circle among columns that each wait for another. */
function circleIn(drafts: Drafts, left: Set<number>): number[] {
  const path: number[] = []
  let column = [...left][0]!
  while (!path.includes(column)) {
    path.push(column)
    column = drafts.get(column)!.from.find((source) => left.has(source))!
  }
  return path.slice(path.indexOf(column)).sort((a, b) => a - b)
}

/** A sum is written as finely as the finest of its terms. */
function refineDecimals(schemas: ColumnSchema[], column: number, draft: Draft): void {
  if (draft.type !== 'sum') return
  const schema = schemas[column]!
  const decimals = Math.max(schema.decimals, ...draft.from.map((c) => schemas[c]!.decimals))
  if (decimals === schema.decimals) return
  const scale = 10 ** (decimals - schema.decimals)
  const scaled = ({ low, high }: Range) => ({ low: low * scale, high: high * scale })
  const bounds = schema.bounds && scaled(schema.bounds)
  const range = schema.range && scaled(schema.range)
  schemas[column] = { ...schema, kind: 'number', decimals, bounds, ...(range && { range }) }
}

function derive(
  schemas: ColumnSchema[],
  column: number,
  draft: Draft,
  addDifference: (name: string) => number,
): Derivation {
  const schema = schemas[column]!
  if (draft.type === 'lookup') {
    return { type: 'lookup', column, on: draft.from, mapping: draft.mapping }
  }
  const sources = draft.from.map((index) => schemas[index]!.name).join(', ')
  if (draft.type === 'sum') {
    const terms = draft.from.map((index, i) => ({
      column: index,
      factor: draft.signs[i]! * 10 ** (schema.decimals - schemas[index]!.decimals),
    }))
    const rest = draft.hasRest ? addDifference(`${schema.name} without ${sources}`) : null
    return { type: 'sum', column, terms, rest, needed: draft.needed, yielding: [] }
  }
  const convert = draft.type === 'above' ? leastAbove : mostBelow
  const bases = draft.from.map((index) => ({
    column: index,
    conversion: convert(schemas[index]!, schema),
  }))
  const difference = addDifference(`${schema.name} ${draft.type} ${sources}`)
  return { type: draft.type, column, bases, difference }
}

function differenceSchema(schema: ColumnSchema, name: string): ColumnSchema {
  const { range: _, ...rest } = schema
  return { ...rest, name, kind: 'integer', decimals: 0, bounds: null }
}

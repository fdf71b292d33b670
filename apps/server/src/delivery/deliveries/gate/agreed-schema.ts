/** Merges the vendor's column decisions and the data contract's declarations into the engine's schema. */
import {
  type ColumnRules,
  type DataContract,
  namesInRule,
  type ReviewChoices,
  type RuleColumn,
  ruleColumns,
  rulesOf,
} from '@semblance/contract'
import type { DeclaredSchema } from '@semblance/synth'
import { declaredOf } from '../review/review.ts'

type DeclaredTable = DeclaredSchema['tables'][string]
type DeclaredColumn = DeclaredTable['columns'][string]

/**
 * Joins the vendor's choices and the data contract into the engine's schema. The vendor's choices
 * take precedence.
 */
export function agreedSchema(
  choices: ReviewChoices,
  contract: DataContract | null,
  tables: { name: string; columns: RuleColumn[] }[],
): DeclaredSchema | undefined {
  const chosen = declaredOf(choices)
  const kept = tables.map((table) => ({ name: table.name, columns: ruleColumns(table, choices) }))
  for (const { name, columns } of kept) {
    const table = chosen.tables[name]
    if (table) table.columns = { ...numbersOfRules(table, columns), ...table.columns }
  }
  const declared = contract ? declaredBy(contract, kept) : { tables: {} }
  const merged: DeclaredSchema = { tables: {} }
  for (const { name } of tables) {
    const [own, asked] = [chosen.tables[name], declared.tables[name]]
    if (!own && !asked) continue
    const [mine, theirs] = [own?.columns ?? {}, asked?.columns ?? {}]
    const names = new Set([...Object.keys(mine), ...Object.keys(theirs)])
    const columns = [...names].map((column) => [column, { ...theirs[column], ...mine[column] }])
    merged.tables[name] = { ...own, rules: own?.rules ?? [], columns: Object.fromEntries(columns) }
  }
  return Object.keys(merged.tables).length > 0 ? merged : undefined
}

/**
 * Declares as numbers what the vendor's rules compare and sum as such: noisy votes on so few rows that they might
 * take it for something else have no say.
 */
function numbersOfRules({ rules }: DeclaredTable, columns: RuleColumn[]): DeclaredTable['columns'] {
  const named = rules.flatMap((rule) => ('dependency' in rule ? [] : namesInRule(rule)))
  const numbers = columns.filter((column) => isNumber(column) && named.includes(column.name))
  return Object.fromEntries(numbers.map(({ name, kind }) => [name, { kind }]))
}

/**
 * Declares only columns that the found tables can carry; the gate reports the rest. A single
 * requested table matches a single found table, even if their names differ.
 */
function declaredBy(
  contract: DataContract,
  tables: { name: string; columns: RuleColumn[] }[],
): DeclaredSchema {
  const asked = rulesOf(contract)
  const isSole = asked.length === 1 && tables.length === 1
  const declared: DeclaredSchema = { tables: {} }
  for (const table of tables) {
    const rules = isSole ? asked[0] : asked.find(({ names }) => names.includes(table.name))
    const columns = (rules?.columns ?? []).flatMap((column) => declare(column, table.columns))
    if (columns.length > 0)
      declared.tables[table.name] = { columns: Object.fromEntries(columns), rules: [] }
  }
  return declared
}

function declare(column: ColumnRules, found: RuleColumn[]): [string, DeclaredColumn][] {
  const there = found.find(({ name }) => column.names.includes(name))
  if (!there) return []
  const declared = { ...valuesOf(column, there), ...boundsOf(column, there) }
  return Object.keys(declared).length > 0 ? [[there.name, declared]] : []
}

/** A list of values makes a category of what looks like one, so that nothing else is ever drawn. */
function valuesOf({ rules }: ColumnRules, { kind }: RuleColumn): DeclaredColumn {
  const lists = rules.flatMap((rule) =>
    rule.check === 'invalid' && rule.values && isStrict(rule) ? [rule.values] : [],
  )
  const values = lists[0]?.filter((value) => value !== '')
  if (!values?.length || (kind !== 'category' && kind !== 'boolean')) return {}
  return { kind: 'category', values: [...new Set(values)] }
}

/** Bounds, both or one, cut off what is beyond; of dates, the gate alone speaks. */
function boundsOf({ rules }: ColumnRules, found: RuleColumn): DeclaredColumn {
  if (!isNumber(found)) return {}
  const numbers = (bound: 'minimum' | 'maximum') =>
    rules.flatMap((rule) =>
      rule.check === 'bound' && rule.bound === bound && typeof rule.value === 'number'
        ? [rule.value]
        : [],
    )
  const [min] = numbers('minimum')
  const [max] = numbers('maximum')
  if (min === undefined && max === undefined) return {}
  return { kind: found.kind, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

const isNumber = ({ kind }: RuleColumn) => kind === 'integer' || kind === 'number'

const isStrict = ({ limit }: ColumnRules['rules'][number]) =>
  limit.operator === 'mustBe' && limit.value === 0

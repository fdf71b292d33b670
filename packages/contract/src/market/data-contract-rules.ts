/** A data contract as the list of rules that a delivered table is counted against, and how each reads. */

import {
  type Bound,
  bounds,
  type ColumnType,
  type ContractColumn,
  dateFormatOf,
  isTemporal,
} from './data-contract-columns.ts'
import { type Operator, operators } from './data-contract-quality.ts'
import type { ContractTable, DataContract } from './data-contracts.ts'
import type { ColumnCheck, ColumnRule, RuleLimit, TableRule } from './rules/agreed-rules.ts'
import { wholeNumber } from './terms.ts'

export type ColumnRules = {
  name: string
  /** Lists the names that the column may have in a delivered file. */
  names: string[]
  type: ColumnType | null
  rules: ColumnRule[]
}

export type TableRules = {
  name: string
  names: string[]
  columns: ColumnRules[]
  rules: TableRule[]
}

const never: RuleLimit = { operator: 'mustBe', value: 0, unit: 'rows' }

export const rulesOf = ({ schema }: DataContract): TableRules[] =>
  schema.map((table) => ({
    ...namesOf(table),
    columns: table.properties.map((column) => columnRulesOf(column, soleKeyOf(table))),
    rules: [...keyRulesOf(table), ...tableRulesOf(table)],
  }))

const namesOf = ({ name, physicalName }: { name: string; physicalName?: string | null }) => ({
  name,
  names: [...new Set([name, ...(physicalName ? [physicalName] : [])])],
})

const primaryKeyOf = ({ properties }: ContractTable) =>
  properties.filter(({ primaryKey }) => primaryKey).map(({ name }) => name)

const soleKeyOf = (table: ContractTable) => {
  const key = primaryKeyOf(table)
  return key.length === 1 ? key[0] : undefined
}

function keyRulesOf(table: ContractTable): TableRule[] {
  const columns = primaryKeyOf(table)
  return columns.length > 1 ? [{ check: 'duplicates', columns, limit: never }] : []
}

function tableRulesOf({ quality }: ContractTable): TableRule[] {
  return (quality ?? []).flatMap((rule): TableRule[] => {
    if (!('metric' in rule)) return []
    const limit = limitOf(rule)
    return rule.metric === 'rowCount'
      ? [{ check: 'rows', limit }]
      : [{ check: 'duplicates', columns: argumentsOf(rule).properties ?? [], limit }]
  })
}

function columnRulesOf(column: ContractColumn, soleKey: string | undefined): ColumnRules {
  const { logicalType: type = null, logicalTypeOptions: options } = column
  const checks: ColumnCheck[] = []
  const format = options?.format ?? null
  if (type)
    checks.push({
      check: 'type',
      type,
      format: isTemporal(type) && format ? dateFormatOf(format) : null,
    })
  if (column.required || column.primaryKey) checks.push({ check: 'missing', texts: [] })
  if (column.unique || column.name === soleKey) checks.push({ check: 'duplicates' })
  for (const bound of bounds) {
    const value = options?.[bound]
    if (value != null) checks.push({ check: 'bound', bound, value })
  }
  if (options?.multipleOf != null) checks.push({ check: 'multiple', of: options.multipleOf })
  for (const bound of ['minLength', 'maxLength'] as const) {
    const value = options?.[bound]
    if (value != null) checks.push({ check: 'length', bound, value })
  }
  if (type === 'string' && format) checks.push({ check: 'format', format })
  if (options?.pattern) checks.push({ check: 'invalid', values: null, pattern: options.pattern })
  return {
    ...namesOf(column),
    type,
    rules: [...checks.map((check) => ({ ...check, limit: never })), ...qualityRulesOf(column)],
  }
}

function qualityRulesOf({ quality }: ContractColumn): ColumnRule[] {
  return (quality ?? []).flatMap((rule): ColumnRule[] => {
    if (!('metric' in rule)) return []
    const limit = limitOf(rule)
    const { validValues, pattern, missingValues } = argumentsOf(rule)
    switch (rule.metric) {
      case 'nullValues':
        return [{ check: 'missing', texts: [], limit }]
      case 'missingValues':
        return [
          { check: 'missing', texts: (missingValues ?? []).filter((one) => one !== null), limit },
        ]
      case 'duplicateValues':
        return [{ check: 'duplicates', limit }]
      default:
        return [{ check: 'invalid', values: validValues ?? null, pattern: pattern ?? null, limit }]
    }
  })
}

type Arguments = {
  validValues?: string[] | null
  pattern?: string | null
  missingValues?: (string | null)[] | null
  properties?: string[] | null
}
const argumentsOf = (rule: object) => (rule as { arguments?: Arguments | null }).arguments ?? {}

function limitOf(rule: object): RuleLimit {
  const given = rule as Partial<Record<Operator, RuleLimit['value'] | null>> & {
    unit?: 'rows' | 'percent' | null
  }
  const operator = operators.find((name) => given[name] != null)!
  return { operator, value: given[operator]!, unit: given.unit ?? 'rows' }
}

/** Describes a rule in a few words: "at least 0", "no missing values". */
export function ruleText(rule: ColumnRule | TableRule): string {
  const words = wordsOf(rule)
  if (rule.check === 'rows') return `rows ${limitText(rule.limit)}`
  const { operator, value } = rule.limit
  return operator === 'mustBe' && value === 0
    ? words
    : `${words}; exceptions ${limitText(rule.limit)}`
}

function wordsOf(rule: ColumnRule | TableRule): string {
  switch (rule.check) {
    case 'rows':
      return ''
    case 'type':
      return rule.type
    case 'missing':
      return 'no missing values'
    case 'duplicates':
      return 'columns' in rule ? `${rule.columns.join(' + ')} unique` : 'unique'
    case 'bound':
      return `${boundWords[rule.bound]} ${rule.value}`
    case 'multiple':
      return `a multiple of ${rule.of}`
    case 'length':
      return `${rule.bound === 'minLength' ? 'at least' : 'at most'} ${rule.value} characters`
    case 'format':
      return `as ${rule.format}`
    case 'invalid':
      return [rule.values && listText(rule.values), rule.pattern && `matches ${rule.pattern}`]
        .filter(Boolean)
        .join(', ')
  }
}

const boundWords: Record<Bound, string> = {
  minimum: 'at least',
  exclusiveMinimum: 'above',
  maximum: 'at most',
  exclusiveMaximum: 'below',
}

const MAX_LISTED = 6
const listText = (values: string[]) =>
  values.length > MAX_LISTED
    ? `one of ${values.slice(0, MAX_LISTED).join(', ')} and ${values.length - MAX_LISTED} more`
    : `one of ${values.join(', ')}`

const limitWords: Record<Operator, string> = {
  mustBe: 'exactly',
  mustNotBe: 'other than',
  mustBeGreaterThan: 'more than',
  mustBeGreaterOrEqualTo: 'at least',
  mustBeLessThan: 'fewer than',
  mustBeLessOrEqualTo: 'at most',
  mustBeBetween: 'between',
  mustNotBeBetween: 'not between',
}

function limitText({ operator, value, unit }: RuleLimit): string {
  const figures = [value].flat().map((figure) => wholeNumber.format(figure))
  return `${limitWords[operator]} ${figures.join(' and ')}${unit === 'percent' ? '%' : ''}`
}

const known = {
  document: ['apiVersion', 'kind', 'id', 'version', 'status', 'name', 'schema'],
  table: ['name', 'physicalName', 'logicalType', 'physicalType', 'properties', 'quality'],
  column: [
    ...['name', 'physicalName', 'logicalType', 'required', 'unique', 'primaryKey'],
    ...['logicalTypeOptions', 'quality'],
  ],
  options: [...bounds, 'multipleOf', 'minLength', 'maxLength', 'pattern', 'format'] as string[],
}

/** Lists fields and rules of the document that are not checked, each kind once. */
export function uncheckedParts(contract: DataContract): string[] {
  const parts = new Set<string>()
  const others = (place: string, of: object, checked: string[]) => {
    for (const [field, value] of Object.entries(of))
      if (value != null && !checked.includes(field)) parts.add(`${place}${field}`)
  }
  const rules = (place: string, quality: ContractTable['quality'] | ContractColumn['quality']) => {
    for (const rule of quality ?? [])
      if (!('metric' in rule)) parts.add(`${place}quality rules of type ${rule.type}`)
  }
  others('', contract, known.document)
  for (const table of contract.schema) {
    others('table ', table, known.table)
    rules('table ', table.quality)
    for (const column of table.properties) {
      others('column ', column, known.column)
      others('column ', column.logicalTypeOptions ?? {}, known.options)
      rules('column ', column.quality)
    }
  }
  return [...parts]
}

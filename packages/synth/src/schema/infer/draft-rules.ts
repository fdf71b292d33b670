import { isModeled, isOrdered } from '../column-schema.ts'
import { refusedRule } from '../rules/rule-plan.ts'
import { isNumeric, isTime } from '../rules/rule-units.ts'
import type { Rule, TableSchema } from '../table-schema.ts'

/** Describes the rule that determines a column, and its source columns; units and ranges are added later. */
export type Draft =
  | { type: 'above' | 'below'; from: number[] }
  | { type: 'sum'; from: number[]; signs: number[]; hasRest: boolean; needed: number | null }
  | { type: 'lookup'; from: number[]; mapping: Record<string, string> | null }

export type Drafts = Map<number, Draft>

type SumRule = Extract<Rule, { type: 'sum' }>
type OrderRule = Extract<Rule, { type: 'order' }>

/**
 * Decides for every rule which of its columns it sets, so that each column is set by one rule. A sum sets its total:
 * a total inherits the errors of all its parts, but a part computed from a total could turn negative. An order sets
 * the higher column, unless that one is set already. Throws SynthesisError for rules that cannot hold together.
 */
export function draftRules(table: TableSchema): Drafts {
  const drafts: Drafts = new Map()
  for (const rule of table.rules) {
    if (rule.type === 'dependency') draftLookup(table, drafts, rule)
  }
  for (const rule of table.rules) if (rule.type === 'sum') draftSum(table, drafts, rule)
  draftOrders(table, drafts)
  return drafts
}

function draftLookup(
  table: TableSchema,
  drafts: Drafts,
  { on, column, mapping }: Extract<Rule, { type: 'dependency' }>,
): void {
  const named = names(table)
  for (const index of [...on, column]) {
    if (!isModeled(table.columns[index]!.kind)) {
      throw refusedRule(
        `A dependency needs values that are passed on, and those of ${named(index)} are made up.`,
      )
    }
  }
  if (on.includes(column)) throw refusedRule(`${named(column)} cannot depend on itself.`)
  if (drafts.has(column)) {
    throw refusedRule(`${named(column)} depends on other columns by two rules; keep one of them.`)
  }
  if (on.some((index) => dependsOn(drafts, index, column))) {
    throw refusedRule(
      `${named(column, ...on)} decide each other in a circle; drop one of the dependencies.`,
    )
  }
  if (
    mapping &&
    (on.length > 1 || [...on, column].some((j) => isOrdered(table.columns[j]!.kind)))
  ) {
    throw refusedRule(
      `The mapping of ${named(column)} must be from one column of categories to another.`,
    )
  }
  drafts.set(column, { type: 'lookup', from: on, mapping: mapping ?? null })
}

function draftSum(table: TableSchema, drafts: Drafts, { total, parts, rest }: SumRule): void {
  const named = names(table)
  const members = [total, ...parts]
  if (new Set(members).size < members.length) {
    throw refusedRule(`The sum of ${named(total)} names a column twice.`)
  }
  const other = members.find((index) => !isNumeric(table.columns[index]!))
  if (other !== undefined) {
    throw refusedRule(
      `${named(other)} is not a number, so it cannot be in the sum of ${named(total)}.`,
    )
  }
  const isFree = (target: number) =>
    !drafts.has(target) && members.every((m) => m === target || !dependsOn(drafts, m, target))
  if (isFree(total)) {
    const signs = parts.map(() => 1)
    drafts.set(total, { type: 'sum', from: parts, signs, hasRest: rest === true, needed: null })
    return
  }
  const part = rest ? undefined : [...parts].reverse().find(isFree)
  if (part === undefined) {
    throw refusedRule(
      `The sum of ${named(total)} has no column left to compute: ${named(...members)} are all needed by other rules.`,
    )
  }
  const from = members.filter((index) => index !== part)
  const signs = from.map((index) => (index === total ? 1 : -1))
  drafts.set(part, { type: 'sum', from, signs, hasRest: false, needed: total })
}

function draftOrders(table: TableSchema, drafts: Drafts): void {
  const orders = table.rules.filter((rule) => rule.type === 'order')
  for (const order of orders) refuseIncomparable(table, order)
  const open = orders.filter((order) => !isImplied(table, order))
  const set = new Set(drafts.keys())
  const below = columnsBelow(table, open, set)
  for (const { low, high } of open) {
    const [column, from, type] =
      set.has(high) || below.has(high)
        ? ([low, high, 'below'] as const)
        : ([high, low, 'above'] as const)
    const draft = drafts.get(column)
    if (!draft) drafts.set(column, { type, from: [from] })
    else if (!draft.from.includes(from)) draft.from.push(from)
  }
}

/** The columns that must stay below one that another rule sets, directly or by others. */
function columnsBelow(table: TableSchema, orders: OrderRule[], set: Set<number>): Set<number> {
  const below = new Set<number>()
  for (let size = -1; size < below.size; ) {
    size = below.size
    for (const { low, high } of orders) {
      if (!set.has(high) && !below.has(high)) continue
      if (set.has(low)) {
        throw refusedRule(
          `${names(table)(low, high)} are both computed by other rules, so their order cannot be kept; drop one of the rules.`,
        )
      }
      below.add(low)
    }
  }
  return below
}

function refuseIncomparable(table: TableSchema, { low, high }: OrderRule): void {
  const named = names(table)
  const [a, b] = [table.columns[low]!, table.columns[high]!]
  if (low === high) throw refusedRule(`${named(low)} cannot be ordered against itself.`)
  if ((isTime(a) && isTime(b)) || (isNumeric(a) && isNumeric(b))) return
  throw refusedRule(`${named(low, high)} cannot be ordered: both must be numbers, or both dates.`)
}

/** A part is never above its total where the other parts are not negative. */
function isImplied(table: TableSchema, { low, high }: OrderRule): boolean {
  const { columns, rules } = table
  const sum = rules.find(
    (rule) => rule.type === 'sum' && rule.total === high && rule.parts.includes(low),
  ) as SumRule | undefined
  if (!sum) return false
  const open = sum.parts.filter(
    (part) => part !== low && !((columns[part]!.bounds?.low ?? -1) >= 0),
  )
  if (open.length === 0) return true
  const named = names(table)
  throw refusedRule(
    `${named(low)} is a part of ${named(high)}: instead of their order, declare a range that starts at 0 for ${named(...open)}.`,
  )
}

function dependsOn(drafts: Drafts, column: number, target: number): boolean {
  const reached = new Set([column])
  for (const index of reached)
    for (const source of drafts.get(index)?.from ?? []) reached.add(source)
  return reached.has(target)
}

/** Writes columns as "a", "b" and "c". */
export function names({ columns }: Pick<TableSchema, 'columns'>): (...indexes: number[]) => string {
  return (...indexes) => {
    const quoted = indexes.map((index) => `"${columns[index]!.name}"`)
    return [quoted.slice(0, -1).join(', '), quoted.at(-1)!].filter((text) => text).join(' and ')
  }
}

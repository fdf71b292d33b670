/** Rules that every row of a table keeps, what each asks of its columns, and why some cannot be kept. */
import { z } from 'zod'
import {
  type ColumnKind,
  columnName,
  isNumberKind,
  isPassedOn,
  isTimeKind,
} from './column-kinds.ts'

/**
 * Describes a rule that every row satisfies: `low <= high`, parts that add up to a sum, or a value
 * determined by others.
 */
export const rowRule = z.union([
  z.strictObject({ order: z.array(columnName).length(2) }),
  /** Permits with `rest` that the parts leave a remainder of the sum. */
  z.strictObject({ sum: columnName, of: z.array(columnName).min(1).max(100), rest: z.boolean() }),
  z.strictObject({ dependency: columnName, on: z.array(columnName).min(1).max(20) }),
])
export type RowRule = z.infer<typeof rowRule>

/** Describes a column with its kind in the twin. */
export type RuleColumn = { name: string; kind: ColumnKind }

/** Returns the column that a rule determines, and those that it is compared with. */
export function columnsOfRule(rule: RowRule): { target: string; from: string[] } {
  if ('order' in rule) return { target: rule.order[1]!, from: [rule.order[0]!] }
  return 'sum' in rule
    ? { target: rule.sum, from: rule.of }
    : { target: rule.dependency, from: rule.on }
}

/** Returns all columns that a rule names. */
export function namesInRule(rule: RowRule): string[] {
  const { target, from } = columnsOfRule(rule)
  return [target, ...from]
}

/** Returns true if two rules are equal, regardless of the order of their parts. */
export const isSameRule = (one: RowRule, other: RowRule) => ruleKey(one) === ruleKey(other)

const ruleKey = (rule: RowRule) => {
  const { target, from } = columnsOfRule(rule)
  const type = ['order', 'sum', 'dependency'].find((key) => key in rule)
  return JSON.stringify([type, 'rest' in rule && rule.rest, target, [...from].sort()])
}

/**
 * Returns a sentence that explains, by column names, why a table cannot satisfy `rule` together
 * with the `others`; null if no conflict is found. The engine checks rules of different types
 * against each other when it plans them.
 */
export function ruleProblem(
  rule: RowRule,
  others: RowRule[],
  columns: RuleColumn[],
): string | null {
  const names = namesInRule(rule)
  const kinds = new Map(columns.map(({ name, kind }) => [name, kind]))
  const missing = names.find((name) => !kinds.has(name))
  if (missing !== undefined) return `${missing} is not among the columns of the table.`
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) return `A rule can name ${twice} only once.`
  if (others.some((other) => isSameRule(other, rule))) return 'This rule is there already.'
  return (
    misfitOf(rule, (name) => kinds.get(name)!) ??
    ('dependency' in rule ? secondDeciderOf(rule, others) : null) ??
    circleOf(rule, others)
  )
}

function misfitOf(rule: RowRule, kindOf: (name: string) => ColumnKind): string | null {
  if ('order' in rule) {
    const kinds = rule.order.map(kindOf)
    if (kinds.every(isNumberKind) || kinds.every(isTimeKind)) return null
    return `${listed(rule.order)} cannot be ordered: both must be numbers, or both dates.`
  }
  const isFit = 'sum' in rule ? isNumberKind : isPassedOn
  const misfit = namesInRule(rule).find((name) => !isFit(kindOf(name)))
  if (misfit === undefined) return null
  return 'sum' in rule
    ? `${misfit} is not a number, so it cannot be in a sum.`
    : `Values of ${misfit} are not passed on to the twin, so no column can be decided by them, nor they by others.`
}

function secondDeciderOf(rule: { dependency: string }, others: RowRule[]): string | null {
  return others.some((other) => 'dependency' in other && other.dependency === rule.dependency)
    ? `${rule.dependency} is decided by other columns already; keep one of the two rules.`
    : null
}

/** Orders among each other, and dependencies among each other, must not lead back to where they start. */
function circleOf(rule: RowRule, others: RowRule[]): string | null {
  const type = 'order' in rule ? 'order' : 'dependency'
  if (!(type in rule)) return null
  const same = others.filter((other) => type in other).map(columnsOfRule)
  const { target, from } = columnsOfRule(rule)
  const reached = new Set([target])
  for (const name of reached)
    for (const step of same) if (step.from.includes(name)) reached.add(step.target)
  const back = from.find((name) => reached.has(name))
  if (back === undefined) return null
  return type === 'order'
    ? `${target} is never above ${back} by other rules already, so both would always be equal; drop one of the rules.`
    : `${listed([back, target])} would decide each other in a circle; drop one of the rules.`
}

/** "a", "a and b", "a, b and c". */
const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

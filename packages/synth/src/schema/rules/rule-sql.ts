import type { Apart, Range, RuleCheck, RulePlan, Sum } from './rule-plan.ts'
import { convertSql } from './rule-units.ts'

/** Returns SQL of an ordered value, clipped to its range. */
export function cutSql({ low, high }: Range, value: string): string {
  const raised = Number.isFinite(low) ? `greatest(${value}, ${low})` : value
  const cut = Number.isFinite(high) ? `least(${raised}, ${high})` : raised
  return cut === value ? value : `case when ${value} is not null then ${cut} end`
}

type Extreme = (which: 'greatest' | 'least', values: string[]) => string

/**
 * Returns the differences between columns by position, as standard SQL on coded values in `x0`,
 * `x1`, ... Rows that break a rule have a difference of 0. `extreme` writes the greatest or least of the
 * arguments that are not null; without it, the engine's own functions are.
 */
export function differencesSql(
  { derivations }: RulePlan,
  extreme: Extreme = (which, values) => `${which}(${values.join(', ')})`,
): Map<number, string> {
  const expressions = new Map<number, string>()
  for (const derivation of derivations) {
    if (derivation.type === 'above' || derivation.type === 'below') {
      expressions.set(derivation.difference, apartSql(derivation, extreme))
    } else if (derivation.type === 'sum' && derivation.rest !== null) {
      expressions.set(derivation.rest, restSql(derivation))
    }
  }
  return expressions
}

/** Builds SQL for the difference. Where all bases are missing, it only shows if the column has a value. */
function apartSql({ type, column, bases }: Apart, extreme: Extreme): string {
  const value = `x${column}`
  const converted = bases.map((base) => convertSql(base.conversion, `x${base.column}`))
  const base = extreme(type === 'above' ? 'greatest' : 'least', converted)
  const difference = type === 'above' ? `${value} - ${base}` : `${base} - ${value}`
  return `case when ${value} is not null then greatest(coalesce(${difference}, 0), 0) end`
}

function restSql({ column, terms }: Sum): string {
  return `case when x${column} is not null then greatest(x${column} - (${sumSql(terms)}), 0) end`
}

/** A sum of coded values in which missing ones count as nothing. */
function sumSql(terms: Sum['terms']): string {
  return terms.map(({ column, factor }) => `coalesce(x${column}, 0) * (${factor})`).join(' + ')
}

/**
 * Builds SQL that is true if a row breaks each of the plan's orders and sums; null where values are
 * missing.
 */
export function brokenSql({ checks }: Pick<RulePlan, 'checks'>): string[] {
  return checks.map((check: RuleCheck) =>
    check.type === 'order'
      ? brokenOrderSql(check)
      : `x${check.total.column} * ${check.total.factor} ${check.hasRest ? '<' : '<>'} ${sumSql(check.terms)}`,
  )
}

type Order = Extract<RuleCheck, { type: 'order' }>

/** Builds SQL that is true if a row has `high` below `low`; null where either is missing. */
export function brokenOrderSql({ low, high, conversion }: Omit<Order, 'type'>): string {
  return `x${high} < ${convertSql(conversion, `x${low}`)}`
}

import type { ColumnSchema } from '../column-schema.ts'
import { planRules } from '../rules/plan-rules.ts'
import { SynthesisError } from '../synthesis-error.ts'
import type { Rule } from '../table-schema.ts'
import { findDependencies } from './find-dependencies.ts'
import { findOrders } from './find-orders.ts'
import { findSums } from './find-sums.ts'
import type { ProposedRule, SampledColumn } from './proposed-rule.ts'

/**
 * Proposes rules that a sample of rows suggests, for the owner to confirm: they come from the data,
 * and only the owner knows whether they must hold. They can be planned together; sums come first,
 * because they explain orders.
 */
export function proposeRules(columns: SampledColumn[]): ProposedRule[] {
  const schemas = columns.map(({ schema }) => schema)
  const accepted: ProposedRule[] = []
  const candidates = [...findSums(columns), ...findDependencies(columns), ...findOrders(columns)]
  for (const candidate of candidates) {
    const rules = [...accepted, candidate].map(({ rule }) => rule)
    if (canPlan(schemas, rules)) accepted.push(candidate)
  }
  return accepted
}

function canPlan(columns: ColumnSchema[], rules: Rule[]): boolean {
  try {
    planRules({ name: '', columns, entity: null, series: null, rules })
    return true
  } catch (error) {
    if (error instanceof SynthesisError) return false
    throw error
  }
}

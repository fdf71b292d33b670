import { type AnswerRules, termBounds } from '@semblance/contract'
import type { RulesRow } from './queries.ts'

/** Returns stored rules as the strategy reads them. */
export const rulesOf = (row: RulesRow): AnswerRules => ({
  openingCents: row.opening_cents,
  priceBoundCents: row.price_bound_cents,
  stepCents: row.step_cents,
  answers: row.answers,
  mayApprove: row.may_approve,
  bounds: termBounds.parse(row.bounds),
})

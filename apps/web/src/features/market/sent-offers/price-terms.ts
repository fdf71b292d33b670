/** Checks the terms of a price that depends on the accuracy, as they are typed. */
import {
  errors,
  type PaymentStructure,
  type PriceTermsProblem,
  priceTermsProblem,
} from '@semblance/contract'
import type { z } from 'zod'

/** Maps each problem of the terms of a price to the field where it is shown. */
const priceTermsFields = {
  price_terms_incomplete: 'target',
  target_below_minimum: 'target',
  floor_below_released: 'floor',
} as const satisfies Record<PriceTermsProblem, 'target' | 'floor'>

/** Refuses terms of a price that cannot be offered, at the field that is to change. */
export function checkPriceTerms(
  draft: {
    accuracy: number | null
    target: number | null
    floor: number | null
    payment: PaymentStructure
  },
  issues: z.RefinementCtx,
): void {
  const problem = priceTermsProblem(
    {
      minAccuracyPercent: draft.accuracy,
      targetAccuracyPercent: draft.target,
      floorPricePercent: draft.floor,
    },
    draft.payment,
  )
  if (!problem) return
  const path = [priceTermsFields[problem]]
  issues.addIssue({ code: 'custom', path, message: errors[problem].message })
}

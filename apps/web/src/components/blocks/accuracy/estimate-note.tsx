import {
  type AccuracyEstimate,
  type EstimatedTable,
  LEAST_ACCURACY,
  privacyEpsilons,
} from '@semblance/contract'
import { count } from '@/lib/format.ts'

type EstimateNoteProps = {
  table: EstimatedTable
  estimate: AccuracyEstimate
  minimum: number | null
}

/** Says what accuracy to expect of a table, and whether a minimum is likely to be kept. */
export function EstimateNote({ table, estimate, minimum }: EstimateNoteProps) {
  return (
    <p className="mt-1.5 text-muted-foreground text-xs" role="status">
      {expectation(table, estimate)} {advice(estimate, minimum)}
    </p>
  )
}

function expectation(table: EstimatedTable, estimate: AccuracyEstimate): string {
  const { rows, columns, privacyLevel } = table
  const { accuracyPercent, errorPoints, noisePoints } = estimate
  return `Estimated for ${count(rows)} rows and ${columns} columns at ε = ${privacyEpsilons[privacyLevel]}: pairs of columns, a third of the score, reach ${accuracyPercent}%, in nine of ten tables to within ${errorPoints} points. The report’s score carries noise of ±${noisePoints} points.`
}

function advice({ accuracyPercent, minAccuracyPercent }: AccuracyEstimate, minimum: number | null) {
  if (minAccuracyPercent === null)
    return `The estimate less its error is below ${LEAST_ACCURACY}%, the least that can be agreed.`
  if (minimum === null || minimum <= minAccuracyPercent)
    return `A minimum of ${minAccuracyPercent}% is the estimate less its error.`
  return minimum > accuracyPercent
    ? `A delivery is likely to miss ${minimum}%; ${minAccuracyPercent}% is the estimate less its error.`
    : `A delivery may miss ${minimum}%; ${minAccuracyPercent}% is the estimate less its error.`
}

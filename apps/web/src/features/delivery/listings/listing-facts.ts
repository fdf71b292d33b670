/** Facts about listed twins in words, with their units. */
import { epsilonText, type ListingFigures } from '@semblance/contract'
import { count } from '@/lib/format.ts'

export const percentText = (value: number): string => `${value.toFixed(1)}%`

export const epsilonFact = (epsilon: number): string => `ε ${epsilonText(epsilon)}`

/** Returns the accuracy with its interval of 95 %, or without one where it has none. */
export const accuracyNote = ({ accuracy: { interval } }: ListingFigures): string =>
  interval === null
    ? 'Quality score, no interval on record'
    : `95% interval ${percentText(interval.low)} to ${percentText(interval.high)}`

/** Returns what the privacy checks found, for all tables together. */
export function checksText({ checks: { passed, failed, inconclusive } }: ListingFigures): string {
  const parts = [
    `${count(passed)} passed`,
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(inconclusive > 0 ? [`${count(inconclusive)} cannot tell`] : []),
  ]
  return parts.join(', ')
}

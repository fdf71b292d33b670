import type { ScoredDelivery } from '@semblance/contract'

export function accuracyText({ accuracyPercent, expectedPercent }: ScoredDelivery): string {
  if (accuracyPercent === null) return 'Not measured'
  const measured = `${accuracyPercent.toFixed(1)}%`
  return expectedPercent === null
    ? `${measured}, nothing was agreed`
    : `${measured} of ${expectedPercent.toFixed(1)}% expected`
}

export function gateText({ gate }: ScoredDelivery): string {
  if (gate === null) return 'Nothing delivered'
  return gate === 1 ? 'Passed first time' : 'Returned once or more'
}

export const punctualityText = ({ punctuality }: ScoredDelivery): string =>
  punctuality === 1 ? 'On time' : 'Late'

export const starsText = ({ reviews }: ScoredDelivery): string =>
  reviews === null ? 'None' : `${1 + 4 * reviews} of 5`

/** Says by how much a delivery moves the score, or why it does not. */
export function movesText({ state, moves }: ScoredDelivery): string {
  if (state === 'uncounted') return 'Not counted'
  if (moves === null) return 'Too long ago'
  if (moves === 0) return '0.0'
  return moves > 0 ? `+${moves.toFixed(1)}` : `−${Math.abs(moves).toFixed(1)}`
}

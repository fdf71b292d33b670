import type { Points } from './distance-space.ts'
import { allCoordinates, distancesBetween } from './distances.ts'
import { farRows } from './neighbors.ts'

/** Squared distances of each row of either side to its nearest row of the other. */
export type Nearest = { ofLearned: Float32Array; ofUnseen: Float32Array }

/** O(rows^2 x columns). */
export function nearestBoth(learned: Points, unseen: Points): Nearest {
  const ofLearned = farRows(learned.rowCount)
  const ofUnseen = farRows(unseen.rowCount)
  const distances = new Float32Array(unseen.rowCount)
  const fillDistances = distancesBetween(learned, unseen, allCoordinates(learned))
  for (let row = 0; row < learned.rowCount; row++) {
    fillDistances(distances, row)
    let least = Number.POSITIVE_INFINITY
    for (let k = 0; k < distances.length; k++) {
      const distance = distances[k]!
      if (distance < ofUnseen[k]!) ofUnseen[k] = distance
      if (distance < least) least = distance
    }
    ofLearned[row] = least
  }
  return { ofLearned, ofUnseen }
}

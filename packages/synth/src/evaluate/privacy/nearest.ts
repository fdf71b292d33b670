import type { Points } from './distance-space.ts'
import { allCoordinates, fillDistances } from './distances.ts'

/**
 * Squared distances of each synthetic row to its nearest and second nearest real rows, and of each real row to its
 * nearest synthetic one. O(rows^2 x columns).
 */
export type Nearest = { first: Float32Array; second: Float32Array; ofReal: Float32Array }

export function nearestBoth(synthetic: Points, real: Points): Nearest {
  const first = far(synthetic.rowCount)
  const second = far(synthetic.rowCount)
  const ofReal = far(real.rowCount)
  const distances = new Float32Array(real.rowCount)
  const over = allCoordinates(synthetic)
  for (let row = 0; row < synthetic.rowCount; row++) {
    fillDistances(distances, synthetic, row, real, over)
    let [least, next] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let k = 0; k < distances.length; k++) {
      const distance = distances[k]!
      if (distance < ofReal[k]!) ofReal[k] = distance
      if (distance >= next) continue
      if (distance < least) {
        next = least
        least = distance
      } else next = distance
    }
    first[row] = least
    second[row] = next
  }
  return { first, second, ofReal }
}

function far(rowCount: number): Float32Array {
  return new Float32Array(rowCount).fill(Number.POSITIVE_INFINITY)
}

import type { AttackKind } from '../evaluation.ts'
import type { TriedAttack } from './attack-risk.ts'
import type { Neighbors } from './neighbors/find-neighbors.ts'

/** The false alarms an attacker allows. */
const FALSE_POSITIVE_RATE = 0.01
/** The share of rows, the farthest from all others, that count as outliers. */
const OUTLIER_SHARE = 0.1

/**
 * Simulates an attacker who claims that a row was trained on if the twin is at least as near to it
 * as to 1 % of held-out rows. Rates are the true and the false alarms; ties in distance add false
 * ones. `train` and `control` are distances of equally many real rows to the twin.
 */
export function membership(
  train: Float32Array,
  control: Float32Array,
  kind: AttackKind = 'membership',
): TriedAttack {
  const allowed = Math.floor(FALSE_POSITIVE_RATE * control.length)
  const threshold = Float32Array.from(control).sort()[allowed] ?? 0
  const alarms = (distances: Float32Array) =>
    distances.reduce((count, distance) => count + (distance <= threshold ? 1 : 0), 0)
  return { kind, attacks: train.length, train: alarms(train), control: alarms(control) }
}

/** Describes distances to the twin, next to each row's distance to other real rows. */
type Exposed = Pick<Neighbors, 'distances' | 'toOthers'>

/** Runs the membership attack on the most outlying rows, which an average hides. */
export function outlierMembership(train: Exposed, control: Exposed): TriedAttack {
  return membership(outliersOf(train), outliersOf(control), 'membership-outliers')
}

function outliersOf({ distances, toOthers }: Exposed): Float32Array {
  const count = Math.ceil(OUTLIER_SHARE * distances.length)
  const rows = Int32Array.from(toOthers.keys()).sort((a, b) => toOthers[b]! - toOthers[a]! || a - b)
  return Float32Array.from(rows.subarray(0, count), (row) => distances[row]!)
}

/** Sets the numbers per bin of a node's histogram: sum of gradients, sum of hessians, rows. */
export const PER_BIN = 3

export type BestSplit = {
  feature: number
  gain: number
  /** Holds 1 or 0 by bin; categories that the node has not seen go right. */
  goesLeft: Uint8Array
}

/** Added to every sum of hessians: keeps steps on few rows small. */
const RIDGE = 1

/**
 * Returns the split of a node that lowers the loss most, and by more than `minGain`; null if none
 * does with `minRows` on both sides. `histogram` has PER_BIN numbers for each of the feature's
 * bins.
 */
export function bestSplit(
  { feature, binCount, ordered }: { feature: number; binCount: number; ordered: boolean },
  histogram: Float64Array,
  minRows: number,
  minGain: number,
): BestSplit | null {
  const order = ordered ? null : seenByMeanStep(histogram, binCount)
  let [gradient, hessian, rows] = [0, 0, 0]
  for (let at = 0; at < PER_BIN * binCount; at += PER_BIN) {
    gradient += histogram[at]!
    hessian += histogram[at + 1]!
    rows += histogram[at + 2]!
  }
  if (rows < 2 * minRows) return null
  const whole = (gradient * gradient) / (hessian + RIDGE)
  let [leftGradient, leftHessian, leftRows] = [0, 0, 0]
  let gain = minGain
  let length = 0
  const positions = order ? order.length : binCount
  for (let i = 0; i < positions - 1; i++) {
    const at = PER_BIN * (order ? order[i]! : i)
    if (histogram[at + 2] === 0) continue
    leftGradient += histogram[at]!
    leftHessian += histogram[at + 1]!
    leftRows += histogram[at + 2]!
    if (leftRows < minRows || rows - leftRows < minRows) continue
    const right = gradient - leftGradient
    const gained =
      (leftGradient * leftGradient) / (leftHessian + RIDGE) +
      (right * right) / (hessian - leftHessian + RIDGE) -
      whole
    if (gained > gain) {
      gain = gained
      length = i + 1
    }
  }
  if (length === 0) return null
  const goesLeft = new Uint8Array(binCount)
  for (let i = 0; i < length; i++) goesLeft[order ? order[i]! : i] = 1
  return { feature, gain, goesLeft }
}

/** Smoothed, so that rare categories do not lead the order. */
const CATEGORY_SMOOTHING = 10

/** Returns the categories of a node by what they lead to, in ascending order. */
function seenByMeanStep(histogram: Float64Array, binCount: number): number[] {
  const order: number[] = []
  for (let bin = 0; bin < binCount; bin++) if (histogram[PER_BIN * bin + 2] !== 0) order.push(bin)
  return order.sort((a, b) => meanStep(histogram, a) - meanStep(histogram, b))
}

function meanStep(histogram: Float64Array, bin: number): number {
  return histogram[PER_BIN * bin]! / (histogram[PER_BIN * bin + 1]! + CATEGORY_SMOOTHING)
}

/** Sets the numbers per bin of a node's histogram: sum of gradients, and rows with the sum of their hessians. */
export const PER_BIN = 2

/** Sets the weight of a row in the second number of its bin; the hessians of millions of rows stay below it. */
const ROW = 2 ** 20
/** Sets how finely hessians are rounded: their sums over 100,000 rows are exact, so that both numbers can be read again. */
const FINENESS = 2 ** 16

/** Returns what rows with a sum of hessians add to the second number of their bin. */
export const weightOf = (rows: number, hessian: number): number =>
  rows * ROW + Math.round(hessian * FINENESS) / FINENESS

const rowsOf = (weight: number): number => Math.floor(weight / ROW)

export type BestSplit = {
  feature: number
  gain: number
  /** Holds 1 or 0 by bin; categories that the node has not seen go right. */
  goesLeft: Uint8Array
}

type SplitFeature = { feature: number; binCount: number; ordered: boolean; offset: number }

/** Added to every sum of hessians: keeps steps on few rows small. */
const RIDGE = 1

/**
 * Returns the split of a node that lowers the loss most, and by more than `minGain`; null if none
 * does with `minRows` on both sides. `histogram` has PER_BIN numbers for each of the feature's
 * bins, from `offset` on.
 */
export function bestSplit(
  { feature, binCount, ordered, offset }: SplitFeature,
  histogram: Float64Array,
  minRows: number,
  minGain: number,
): BestSplit | null {
  let [gradient, weight] = [0, 0]
  for (let at = offset; at < offset + PER_BIN * binCount; at += PER_BIN) {
    gradient += histogram[at]!
    weight += histogram[at + 1]!
  }
  const rows = rowsOf(weight)
  if (rows < 2 * minRows) return null
  const hessian = weight - rows * ROW
  const seen = ordered ? 0 : orderByMeanStep(histogram, offset, binCount)
  const whole = (gradient * gradient) / (hessian + RIDGE)
  let [leftGradient, left] = [0, 0]
  let least = whole + minGain
  let length = 0
  const positions = ordered ? binCount : seen
  for (let i = 0; i < positions - 1; i++) {
    const at = offset + PER_BIN * (ordered ? i : order[i]!)
    if (histogram[at + 1] === 0) continue
    leftGradient += histogram[at]!
    left += histogram[at + 1]!
    const leftRows = rowsOf(left)
    if (leftRows < minRows || rows - leftRows < minRows) continue
    const leftHessian = left - leftRows * ROW
    const right = gradient - leftGradient
    const leftWeight = leftHessian + RIDGE
    const rightWeight = hessian - leftHessian + RIDGE
    // Both sides over one divisor, and compared by a product: most splits do not gain, and need no division.
    const both = leftGradient * leftGradient * rightWeight + right * right * leftWeight
    if (both > least * leftWeight * rightWeight) {
      least = both / (leftWeight * rightWeight)
      length = i + 1
    }
  }
  if (length === 0) return null
  const goesLeft = new Uint8Array(binCount)
  for (let i = 0; i < length; i++) goesLeft[ordered ? i : order[i]!] = 1
  return { feature, gain: least - whole, goesLeft }
}

/** Smoothed, so that rare categories do not lead the order. */
const CATEGORY_SMOOTHING = 10

/** Room for a mean step per category, and for their order: at most 256, as a code is a byte. */
const keys = new Float64Array(256)
const order = new Uint8Array(256)
const bytes = new Uint8Array(keys.buffer)
/** The place of the byte that ends the mantissa, of the eight of a number. */
const LAST = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 7
/** So few numbers are sorted faster by insertion. */
const FEW = 24

/**
 * Puts the categories that a node has seen into `order`, by what they lead to, ascending, and returns their number. A
 * category stands in the last eight bits of its mean step, so that numbers alone are sorted; steps that agree up to there
 * are as good as equal.
 */
function orderByMeanStep(histogram: Float64Array, offset: number, binCount: number): number {
  let seen = 0
  for (let bin = 0; bin < binCount; bin++) {
    const at = offset + PER_BIN * bin
    const weight = histogram[at + 1]!
    if (weight === 0) continue
    keys[seen] = histogram[at]! / (weight - rowsOf(weight) * ROW + CATEGORY_SMOOTHING)
    bytes[8 * seen++ + LAST] = bin
  }
  if (seen > FEW) keys.subarray(0, seen).sort()
  else insertInOrder(seen)
  for (let i = 0; i < seen; i++) order[i] = bytes[8 * i + LAST]!
  return seen
}

function insertInOrder(count: number): void {
  for (let i = 1; i < count; i++) {
    const key = keys[i]!
    let place = i
    for (; place > 0 && keys[place - 1]! > key; place--) keys[place] = keys[place - 1]!
    keys[place] = key
  }
}

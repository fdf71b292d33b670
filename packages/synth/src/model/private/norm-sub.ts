/**
 * Returns the closest point (least squares) to `values` that is nowhere negative and sums to
 * `total` (total >= 0): subtracts one constant and cuts at zero. Source: Wang et al., "Locally
 * Differentially Private Frequency Estimation with Consistency", 2020 (Norm-Sub); Duchi et al.,
 * 2008.
 */
export function normSub(values: ArrayLike<number>, total: number): Float64Array {
  const sorted = Float64Array.from(values).sort()
  let sum = 0
  let offset = 0
  for (let taken = 1; taken <= sorted.length; taken++) {
    const value = sorted[sorted.length - taken]!
    sum += value
    const candidate = (sum - total) / taken
    if (taken > 1 && value - candidate <= 0) break
    offset = candidate
  }
  const projected = new Float64Array(sorted.length)
  if (total > 0)
    for (let i = 0; i < projected.length; i++) projected[i] = Math.max(0, values[i]! - offset)
  return projected
}

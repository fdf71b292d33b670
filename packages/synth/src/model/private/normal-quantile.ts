/**
 * Returns the upper-tail standard normal quantile: z with P(Z > z) = tail, for tail in (0, 0.5].
 * Working on the tail keeps full precision where 1 - tail would round to 1. Source: Acklam's
 * rational approximation (relative error below 1.2e-9).
 */
export function upperNormalQuantile(tail: number): number {
  if (!(tail > 0 && tail <= 0.5)) throw new RangeError(`tail out of (0, 0.5]: ${tail}`)
  if (tail < 0.024_25) {
    const q = Math.sqrt(-2 * Math.log(tail))
    return (
      -polynomial(
        q,
        [
          -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734,
          4.374664141464968, 2.938163982698783,
        ],
      ) /
      polynomial(
        q,
        [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1],
      )
    )
  }
  const q = 0.5 - tail
  const r = q * q
  const top = [
    -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2,
    -3.066479806614716e1, 2.506628277459239,
  ]
  const bottom = [
    -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1,
    -1.328068155288572e1, 1,
  ]
  return (polynomial(r, top) * q) / polynomial(r, bottom)
}

function polynomial(x: number, coefficients: number[]): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)
}

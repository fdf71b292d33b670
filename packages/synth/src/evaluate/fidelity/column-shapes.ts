import { type SampleColumn, sortedValues } from '../table-sample.ts'

/**
 * Returns the similarity of two columns, 0..1: KSComplement for continuous columns, TVComplement
 * for categories. Missing values count as one more value (the largest), so a wrong share of them
 * shows and one row moves the result by at most 1 / rows. Source: SDMetrics column shapes (MIT),
 * which drops missing values instead.
 */
export function columnShape(real: SampleColumn, synthetic: SampleColumn): number {
  if (real.type === 'continuous' && synthetic.type === 'continuous') {
    return 1 - kolmogorovSmirnov(real.values, synthetic.values)
  }
  if (real.type === 'category' && synthetic.type === 'category') {
    return 1 - totalVariation(frequencies(real), frequencies(synthetic))
  }
  throw new TypeError('Columns of different types cannot be compared')
}

/** Returns half the L1 distance of two distributions of equal length. */
export function totalVariation(p: ArrayLike<number>, q: ArrayLike<number>): number {
  let distance = 0
  for (let i = 0; i < p.length; i++) distance += Math.abs(p[i]! - q[i]!)
  return distance / 2
}

/** The largest gap between two empirical distribution functions; NaN sorts last. */
function kolmogorovSmirnov(x: Float64Array, y: Float64Array): number {
  const [a, b] = [sortedValues(x), sortedValues(y)]
  let i = 0
  let j = 0
  let gap = 0
  while (i < a.length && j < b.length && !(Number.isNaN(a[i]!) && Number.isNaN(b[j]!))) {
    const value = b[j]! < a[i]! || Number.isNaN(a[i]!) ? b[j]! : a[i]!
    while (i < a.length && a[i] === value) i++
    while (j < b.length && b[j] === value) j++
    gap = Math.max(gap, Math.abs(i / a.length - j / b.length))
  }
  return gap
}

function frequencies(column: { values: Int32Array; codeCount: number }): Float64Array {
  const shares = new Float64Array(column.codeCount + 1)
  const unit = 1 / column.values.length
  for (const code of column.values) shares[code < 0 ? column.codeCount : code]! += unit
  return shares
}

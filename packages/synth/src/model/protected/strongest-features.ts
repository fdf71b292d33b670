import type { BinMatrix, MatrixColumn } from './bin-matrix.ts'

/** Keeps the time of wide tables in proportion to their width. */
const MAX_FEATURES = 32
/** Rows that suffice to rank features. */
const RANKED_ROWS = 20_000

/**
 * Returns the features with the most mutual information with the target, by pairs; all of them if
 * there are few.
 */
export function strongestFeatures(
  matrix: BinMatrix,
  target: MatrixColumn,
  features: MatrixColumn[],
): MatrixColumn[] {
  if (features.length <= MAX_FEATURES) return features
  const information = new Map(
    features.map((feature) => [feature, mutualInformation(matrix, target, feature)]),
  )
  return [...features]
    .sort((a, b) => information.get(b)! - information.get(a)!)
    .slice(0, MAX_FEATURES)
}

/** Up to a factor and what depends on the target alone. */
function mutualInformation(
  { bins, width, rowCount }: BinMatrix,
  a: MatrixColumn,
  b: MatrixColumn,
): number {
  const counts = new Float64Array(a.binCount * b.binCount)
  const margin = new Float64Array(b.binCount)
  for (let row = 0; row < Math.min(rowCount, RANKED_ROWS); row++) {
    const y = bins[row * width + b.column]!
    counts[bins[row * width + a.column]! * b.binCount + y]!++
    margin[y]!++
  }
  const entropy = (sum: number, count: number) => sum + (count > 0 ? count * Math.log(count) : 0)
  return counts.reduce(entropy, 0) - margin.reduce(entropy, 0)
}

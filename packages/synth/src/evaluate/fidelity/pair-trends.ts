import type { SampleColumn, TableSample } from '../table-sample.ts'
import { totalVariation } from './column-shapes.ts'
import { cramersV } from './cramers-v.ts'

const CONTINGENCY_BINS = 10

export type PairTrendOptions = {
  /**
   * Source of the bins of continuous columns. `each` bins every table by its own range, as
   * SDMetrics does; `real` uses the real table's edges for both, which gives an unbiased
   * comparison.
   */
  edges: 'real' | 'each'
  /** Leaves out pairs whose real correlation is at most .5, or association (Cramer's V) at most .3. */
  strongOnly?: boolean
}

const STRONG_CORRELATION = 0.5
const STRONG_ASSOCIATION = 0.3

/**
 * Mean likeness of all column pairs, 0..1: CorrelationSimilarity where both are continuous,
 * ContingencySimilarity otherwise. Pairs without variation are left out. Source: SDMetrics column
 * pair trends (MIT).
 */
export function pairTrends(
  real: TableSample,
  synthetic: TableSample,
  options: PairTrendOptions = { edges: 'real' },
): number {
  const realCodes = real.columns.map((column) => contingencyCodes(column, column))
  const syntheticCodes = synthetic.columns.map((column, j) =>
    contingencyCodes(column, options.edges === 'real' ? real.columns[j]! : column),
  )
  let sum = 0
  let pairs = 0
  for (let a = 0; a < real.columns.length; a++) {
    for (let b = a + 1; b < real.columns.length; b++) {
      if (options.strongOnly && !isStrong(real, realCodes, a, b)) continue
      const score =
        correlationSimilarity(real, synthetic, a, b) ??
        contingencySimilarity(realCodes, syntheticCodes, a, b)
      if (Number.isNaN(score)) continue
      sum += score
      pairs++
    }
  }
  return pairs === 0 ? 1 : sum / pairs
}

function isStrong(real: TableSample, codes: Codes[], a: number, b: number): boolean {
  const [x, y] = [real.columns[a]!, real.columns[b]!]
  if (x.type === 'continuous' && y.type === 'continuous') {
    return Math.abs(pearson(x.values, y.values)) > STRONG_CORRELATION
  }
  return cramersV(jointFrequencies(codes[a]!, codes[b]!), codes[b]!.codeCount) > STRONG_ASSOCIATION
}

/** 1 - |r_real - r_synthetic| / 2; null unless both columns are continuous, NaN without variation. */
function correlationSimilarity(
  real: TableSample,
  synthetic: TableSample,
  a: number,
  b: number,
): number | null {
  const tables = [real, synthetic].map((table) => [table.columns[a]!, table.columns[b]!])
  const correlations: number[] = []
  for (const [x, y] of tables) {
    if (x!.type !== 'continuous' || y!.type !== 'continuous') return null
    correlations.push(pearson(x!.values, y!.values))
  }
  return 1 - Math.abs(correlations[0]! - correlations[1]!) / 2
}

/** Returns Pearson's r over rows with both values; NaN if either does not vary. */
export function pearson(x: Float64Array, y: Float64Array): number {
  let count = 0
  let meanX = 0
  let meanY = 0
  let varianceX = 0
  let varianceY = 0
  let covariance = 0
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i]!) || Number.isNaN(y[i]!)) continue
    count++
    const fromX = x[i]! - meanX
    const fromY = y[i]! - meanY
    meanX += fromX / count
    meanY += fromY / count
    varianceX += fromX * (x[i]! - meanX)
    varianceY += fromY * (y[i]! - meanY)
    covariance += fromX * (y[i]! - meanY)
  }
  return covariance / Math.sqrt(varianceX * varianceY)
}

/** Holds codes 0..codeCount - 1, one per row. */
export type Codes = { codes: Int32Array; codeCount: number }

/** Codes from 0, missing last; continuous values in equal-width bins over the range of `edgesFrom`. */
function contingencyCodes(column: SampleColumn, edgesFrom: SampleColumn): Codes {
  if (column.type === 'category') {
    const codes = column.values.map((code) => (code < 0 ? column.codeCount : code))
    return { codes, codeCount: column.codeCount + 1 }
  }
  const [low, high] = range(edgesFrom.values as Float64Array)
  const codes = new Int32Array(column.values.length)
  for (let i = 0; i < codes.length; i++) {
    const value = column.values[i]!
    const bin = Math.floor(((value - low) / (high - low || 1)) * CONTINGENCY_BINS)
    codes[i] = Number.isNaN(value)
      ? CONTINGENCY_BINS
      : Math.max(0, Math.min(CONTINGENCY_BINS - 1, bin))
  }
  return { codes, codeCount: CONTINGENCY_BINS + 1 }
}

function range(values: Float64Array): [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return low <= high ? [low, high] : [0, 0]
}

function contingencySimilarity(real: Codes[], synthetic: Codes[], a: number, b: number): number {
  const p = jointFrequencies(real[a]!, real[b]!)
  const q = jointFrequencies(synthetic[a]!, synthetic[b]!)
  return 1 - totalVariation(p, q)
}

function jointFrequencies(a: Codes, b: Codes): Float64Array {
  const table = new Float64Array(a.codeCount * b.codeCount)
  const unit = 1 / a.codes.length
  for (let i = 0; i < a.codes.length; i++) table[a.codes[i]! * b.codeCount + b.codes[i]!]! += unit
  return table
}

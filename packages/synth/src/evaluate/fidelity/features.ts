import { lastAtMost } from '../../schema/infer/grid.ts'
import type { TableSample } from '../table-sample.ts'
import type { Feature } from './boosted-trees.ts'

/** Limits the bins per feature, not counting those for missing values and for the rest. */
const USUAL_BINS = 64

/**
 * Returns the columns of several tables, concatenated, as features whose bins come from `binned`
 * alone: at most `maxBins` each, up to 254.
 */
export function featuresOf(
  tables: TableSample[],
  binned: TableSample[] = tables,
  maxBins = USUAL_BINS,
): Feature[] {
  return tables[0]!.columns.map(({ type }, j) => {
    const values = concatenate(tables, j)
    const reference = binned === tables ? values : concatenate(binned, j)
    return type === 'continuous'
      ? orderedFeature(values, reference, maxBins)
      : categoryFeature(values, reference, maxBins)
  })
}

/** More zeros than this make no difference. */
const MAX_ZEROS = 15

/**
 * Returns how many zeros each number ends in, as a feature per continuous column whose numbers
 * differ in that. Numbers are whole in the column's unit, so this separates rounded values from
 * others, and those with fewer decimals from those with all.
 */
export function roundnessFeatures(tables: TableSample[]): Feature[] {
  const columns = tables[0]?.columns ?? []
  return columns.flatMap(({ type }, j) => {
    if (type !== 'continuous') return []
    const codes = Uint8Array.from(concatenate(tables, j), trailingZeros)
    return codes.every((code) => code === codes[0])
      ? []
      : [{ codes, binCount: MAX_ZEROS + 3, ordered: true }]
  })
}

/** Zero and missing values stand apart. */
function trailingZeros(value: number): number {
  if (Number.isNaN(value)) return MAX_ZEROS + 2
  if (value === 0) return MAX_ZEROS + 1
  let zeros = 0
  for (let rest = value; rest % 10 === 0 && zeros < MAX_ZEROS; rest /= 10) zeros++
  return zeros
}

function concatenate(tables: TableSample[], j: number): Float64Array {
  const values = new Float64Array(tables.reduce((sum, { rowCount }) => sum + rowCount, 0))
  let offset = 0
  for (const { columns, rowCount } of tables) {
    values.set(columns[j]!.values, offset)
    offset += rowCount
  }
  return values
}

function orderedFeature(values: Float64Array, reference: Float64Array, maxBins: number): Feature {
  const starts = binStarts(reference, maxBins)
  const codes = new Uint8Array(values.length)
  for (let row = 0; row < codes.length; row++)
    codes[row] = Number.isNaN(values[row]!) ? starts.length : lastAtMost(starts, values[row]!)
  return { codes, binCount: starts.length + 1, ordered: true }
}

/** Returns every distinct value, or, of more than `maxBins`, the quantiles. */
function binStarts(reference: Float64Array, maxBins: number): number[] {
  const sorted = reference.filter((value) => !Number.isNaN(value)).sort()
  if (sorted.length === 0) return [0]
  const distinct = [...sorted.filter((value, i) => i === 0 || value !== sorted[i - 1])]
  if (distinct.length <= maxBins) return distinct
  const quantile = (k: number) => sorted[Math.floor((k * (sorted.length - 1)) / maxBins)]!
  return [...new Set(Array.from({ length: maxBins + 1 }, (_, k) => quantile(k)))]
}

/** The commonest categories have a bin each, missing values the last, the rest the one before it. */
function categoryFeature(values: Float64Array, reference: Float64Array, maxBins: number): Feature {
  const counts = new Map<number, number>()
  for (const code of reference) if (code >= 0) counts.set(code, (counts.get(code) ?? 0) + 1)
  const top = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, maxBins)
  const bins = new Map(top.map(([code], rank) => [code, rank]))
  const codes = new Uint8Array(values.length)
  for (let row = 0; row < codes.length; row++)
    codes[row] = values[row]! < 0 ? top.length + 1 : (bins.get(values[row]!) ?? top.length)
  return { codes, binCount: top.length + 2, ordered: false }
}

import { lastAtMost } from '../../schema/infer/grid.ts'
import type { TableSample } from '../table-sample.ts'
import type { Feature } from './boosted-trees.ts'

/**
 * Limits the bins per feature, not counting those for missing values and for the rest: finer bins
 * cost time without finding more.
 */
const MAX_BINS = 64

/**
 * Returns the columns of several tables, concatenated, as features whose bins come from `binned`
 * alone.
 */
export function featuresOf(tables: TableSample[], binned: TableSample[] = tables): Feature[] {
  return tables[0]!.columns.map(({ type }, j) => {
    const values = concatenate(tables, j)
    const reference = binned === tables ? values : concatenate(binned, j)
    return type === 'continuous'
      ? orderedFeature(values, reference)
      : categoryFeature(values, reference)
  })
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

function orderedFeature(values: Float64Array, reference: Float64Array): Feature {
  const sorted = reference.filter((value) => !Number.isNaN(value)).sort()
  const quantile = (k: number) => sorted[Math.floor((k * (sorted.length - 1)) / MAX_BINS)]!
  const starts =
    sorted.length === 0
      ? [0]
      : [...new Set(Array.from({ length: MAX_BINS + 1 }, (_, k) => quantile(k)))]
  const codes = new Uint8Array(values.length)
  for (let row = 0; row < codes.length; row++)
    codes[row] = Number.isNaN(values[row]!) ? starts.length : lastAtMost(starts, values[row]!)
  return { codes, binCount: starts.length + 1, ordered: true }
}

/** The commonest categories have a bin each, missing values the last, the rest the one before it. */
function categoryFeature(values: Float64Array, reference: Float64Array): Feature {
  const counts = new Map<number, number>()
  for (const code of reference) if (code >= 0) counts.set(code, (counts.get(code) ?? 0) + 1)
  const top = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MAX_BINS)
  const bins = new Map(top.map(([code], rank) => [code, rank]))
  const codes = new Uint8Array(values.length)
  for (let row = 0; row < codes.length; row++)
    codes[row] = values[row]! < 0 ? top.length + 1 : (bins.get(values[row]!) ?? top.length)
  return { codes, binCount: top.length + 2, ordered: false }
}

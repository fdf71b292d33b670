import { type SampleColumn, sortedPresent } from '../table-sample.ts'
import type { Codes } from './pair-trends.ts'

const BINS = 10
/** Quantiles tried at most. */
const MAX_QUANTILES = 999
const TOP_CATEGORIES = 10
/** A category rarer than this counts as one of the others. */
const MIN_CATEGORY_ROWS = 5

/** Puts the values of a column, in any table, into a few bins. */
export type Coder = (column: SampleColumn) => Codes

/**
 * Returns a coder with bins from the original: about 10 quantile bins for continuous columns, the
 * 10 most common categories and the rest for others; missing values have their own code. Source:
 * mostlyai-qa's accuracy.
 */
export function similarityCoder(original: SampleColumn): Coder {
  return original.type === 'continuous'
    ? quantileCoder(original.values)
    : categoryCoder(original.values, original.codeCount)
}

function quantileCoder(values: Float64Array): Coder {
  const starts = quantileStarts(sortedPresent(values))
  const missing = starts.length
  return (column) => {
    const { values } = column
    const codes = new Int32Array(values.length)
    for (let row = 0; row < codes.length; row++) {
      const value = values[row]!
      let bin = starts.length - 1
      while (bin > 0 && value < starts[bin]!) bin--
      codes[row] = Number.isNaN(value) ? missing : bin
    }
    return { codes, codeCount: missing + 1 }
  }
}

/** Every value where there are few, else quantiles, made denser until spikes leave 10 distinct bins. */
function quantileStarts(sorted: Float64Array): number[] {
  if (sorted.length === 0) return [0]
  const distinct = new Set<number>()
  for (let i = 0; i < sorted.length && distinct.size <= BINS; i++) distinct.add(sorted[i]!)
  if (distinct.size <= BINS) return [...distinct]
  let bounds: number[] = []
  for (let points = BINS; points <= Math.min(MAX_QUANTILES, sorted.length); points++) {
    const at = (i: number) => sorted[Math.floor((i * (sorted.length - 1)) / (points - 1))]!
    bounds = [...new Set(Array.from({ length: points }, (_, i) => at(i)))]
    if (bounds.length > BINS) break
  }
  return bounds.length > 1 ? bounds.slice(0, -1) : bounds
}

function categoryCoder(values: Int32Array, codeCount: number): Coder {
  const counts = new Int32Array(codeCount)
  for (const code of values) if (code >= 0) counts[code]!++
  const top = [...counts.keys()]
    .filter((code) => counts[code]! >= MIN_CATEGORY_ROWS)
    .sort((a, b) => counts[b]! - counts[a]! || a - b)
    .slice(0, TOP_CATEGORIES)
  const [other, missing] = [top.length, top.length + 1]
  const codeOf = new Int32Array(codeCount).fill(other)
  top.forEach((code, rank) => {
    codeOf[code] = rank
  })
  return (column) => ({
    codes: (column.values as Int32Array).map((code) => (code < 0 ? missing : codeOf[code]!)),
    codeCount: missing + 1,
  })
}

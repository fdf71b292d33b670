import { lastAtMost } from '../../schema/infer/grid.ts'
import type { SampleColumn, TableSample } from '../table-sample.ts'
import type { Feature } from './boosted-trees.ts'

/** Limits the bins per feature, not counting those for missing values and for the rest. */
const USUAL_BINS = 64

/**
 * Returns the columns of several tables, concatenated, as features whose bins come from `binned`
 * alone: at most `maxBins` each, up to 254.
 */
export const featuresOf = (
  tables: TableSample[],
  binned: TableSample[] = tables,
  maxBins = USUAL_BINS,
): Feature[] => featureCoder(binned, maxBins)(tables)

/** Lays bins by some tables once, for the features of any others. */
export function featureCoder(
  binned: TableSample[],
  maxBins = USUAL_BINS,
): (tables: TableSample[]) => Feature[] {
  const coders = binned[0]!.columns.map(({ type }, j) => {
    const reference = concatenate(binned, j)
    return type === 'continuous'
      ? orderedCoder(reference, maxBins)
      : categoryCoder(reference, maxBins)
  })
  return (tables) => coders.map((code, j) => code(tables.map(({ columns }) => columns[j]!)))
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

/** Codes the parts of a column, one after the other. */
type Coder = (parts: SampleColumn[]) => Feature

function orderedCoder(reference: Float64Array, maxBins: number): Coder {
  const starts = binStarts(reference, maxBins)
  const missing = starts.length
  return (parts) => ({
    codes: codeParts(parts, (value) => (Number.isNaN(value) ? missing : lastAtMost(starts, value))),
    binCount: missing + 1,
    ordered: true,
  })
}

/** Returns every distinct value, or, of more than `maxBins`, the quantiles. */
function binStarts(reference: Float64Array, maxBins: number): Float64Array {
  const sorted = reference.filter((value) => !Number.isNaN(value)).sort()
  if (sorted.length === 0) return new Float64Array(1)
  const distinct = distinctOf(sorted, maxBins + 1)
  if (distinct.length <= maxBins) return distinct
  const quantiles = new Float64Array(maxBins + 1)
  for (let k = 0; k <= maxBins; k++)
    quantiles[k] = sorted[Math.floor((k * (sorted.length - 1)) / maxBins)]!
  return distinctOf(quantiles, quantiles.length)
}

/** Returns the first `most` distinct ones of sorted values. */
function distinctOf(sorted: Float64Array, most: number): Float64Array {
  const distinct = new Float64Array(Math.min(most, sorted.length))
  let count = 0
  for (let i = 0; i < sorted.length && count < distinct.length; i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) distinct[count++] = sorted[i]!
  return distinct.subarray(0, count)
}

/** The commonest categories have a bin each, missing values the last, the rest the one before it. */
function categoryCoder(reference: Float64Array, maxBins: number): Coder {
  const counts = new Int32Array(1 + reference.reduce((a, b) => Math.max(a, b), -1))
  for (let i = 0; i < reference.length; i++) if (reference[i]! >= 0) counts[reference[i]!]!++
  const top = [...counts.keys()]
    .filter((code) => counts[code]! > 0)
    .sort((a, b) => counts[b]! - counts[a]! || a - b)
    .slice(0, maxBins)
  const [rest, missing] = [top.length, top.length + 1]
  const bins = new Int32Array(counts.length).fill(rest)
  for (const [rank, code] of top.entries()) bins[code] = rank
  return (parts) => ({
    codes: codeParts(parts, (code) => (code < 0 ? missing : (bins[code] ?? rest))),
    binCount: missing + 1,
    ordered: false,
  })
}

function codeParts(parts: SampleColumn[], codeOf: (value: number) => number): Uint8Array {
  const codes = new Uint8Array(parts.reduce((sum, { values }) => sum + values.length, 0))
  let offset = 0
  for (const { values } of parts) {
    for (let row = 0; row < values.length; row++) codes[offset + row] = codeOf(values[row]!)
    offset += values.length
  }
  return codes
}

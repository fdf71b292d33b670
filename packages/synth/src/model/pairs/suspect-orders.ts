import { isOrdered } from '../../schema/column-schema.ts'
import { isTime } from '../../schema/rules/rule-units.ts'
import type { FittedColumn } from '../fitted-model.ts'
import { at } from './at.ts'

/** Names two columns, by their place in the model, of which `high` seems not to be below `low`. */
export type SuspectedOrder = { low: number; high: number }

/** Holds the likely rows per pair of bins of two columns, row-major a by b, and their distance from independence in rows. */
export type LikelyTable = { a: number; b: number; counts: Float64Array; strength: number }

/** Pairs of less than this distance from independence, per row, keep no order that is worth a count. */
const LEAST_STRENGTH = 0.8
/**
 * Limits the share of rows that seem to break an order by counts in groups, which are coarse: where fewer seem to, drawn rows
 * keep it without help, and where more do, many rows of the original break it. Groups are too coarse for times.
 */
const BROKEN = { least: 0.003, most: 0.06, mostOfTimes: 1 }
/** So many rows break an order at most if the larger values of one column are in the rows of the larger of the other. */
const MOST_ALIGNED = 0.01
/** More orders are not counted. */
const MOST_ORDERS = 4

/**
 * Returns the pairs of ordered columns that go together closely and of which one is hardly ever below the other; those first
 * that the most rows would break by chance. `margins` are rows by bin. Made of noisy counts alone, so it costs nothing.
 */
export function suspectOrders(
  columns: (FittedColumn | null)[],
  tables: LikelyTable[],
  margins: Float64Array[],
): SuspectedOrder[] {
  const found = tables.flatMap(({ a, b, counts, strength }) => {
    const total = at(margins, a).reduce((sum, rows) => sum + rows, 0)
    const [ofA, ofB] = [columns[a], columns[b]]
    if (!ofA || !ofB || !isComparable(ofA, ofB) || strength < LEAST_STRENGTH * total) return []
    const [binsA, binsB] = [binsOf(ofA, at(margins, a)), binsOf(ofB, at(margins, b))]
    const width = binsB.length
    const most = isTime(ofA.schema) ? BROKEN.mostOfTimes : BROKEN.most
    return [
      { low: a, high: b, ...sharesBroken(binsA, binsB, (i, k) => at(counts, i * width + k)) },
      { low: b, high: a, ...sharesBroken(binsB, binsA, (k, i) => at(counts, i * width + k)) },
    ].filter(
      ({ own, byChance, aligned }) =>
        aligned <= MOST_ALIGNED && own >= BROKEN.least && own <= Math.min(most, byChance),
    )
  })
  return found
    .sort((p, q) => q.byChance - p.byChance)
    .slice(0, MOST_ORDERS)
    .map(({ low, high }) => ({ low, high }))
}

function isComparable({ schema: a }: FittedColumn, { schema: b }: FittedColumn): boolean {
  return isOrdered(a.kind) && isOrdered(b.kind) && isTime(a) === isTime(b)
}

/** Holds the lowest and highest value of a bin, in the unit that all columns of a kind share, without values NaN; and its rows. */
type Bin = { low: number; high: number; rows: number }

function binsOf({ schema, values, binning }: FittedColumn, margin: Float64Array): Bin[] {
  const bins = Array.from(margin, (rows) => ({ low: Number.NaN, high: Number.NaN, rows }))
  if (values.type !== 'grid') return bins
  const unit = isTime(schema) ? schema.unitSeconds : 10 ** -schema.decimals
  const { starts } = values.grid
  for (let cell = 0; cell < starts.length - 1; cell++) {
    if (at(binning.cellWeights, cell) <= 0) continue
    const bin = at(bins, at(binning.binOfCell, cell))
    const [low, high] = [at(starts, cell) * unit, (at(starts, cell + 1) - 1) * unit]
    bin.low = Number.isNaN(bin.low) ? low : Math.min(bin.low, low)
    bin.high = Number.isNaN(bin.high) ? high : Math.max(bin.high, high)
  }
  return bins
}

/** The share of rows of two bins that break an order: half of them where the bins overlap. */
function shareBroken(low: Bin, high: Bin): number {
  if (low.low > high.high) return 1
  return low.high > high.low ? 0.5 : 0
}

/** Shares of rows that break an order: by likely counts, of unrelated columns, and of such as are ranked alike. */
function sharesBroken(lows: Bin[], highs: Bin[], rowsOf: (i: number, k: number) => number) {
  const total = Math.max(
    1,
    lows.reduce((sum, { rows }) => sum + rows, 0),
  )
  let [own, all, byChance] = [0, 0, 0]
  for (const [i, low] of lows.entries())
    for (const [k, high] of highs.entries()) {
      const share = shareBroken(low, high)
      own += rowsOf(i, k) * share
      all += rowsOf(i, k)
      byChance += ((low.rows * high.rows) / total) * share
    }
  return {
    own: own / Math.max(1, all),
    byChance: byChance / total,
    aligned: rowsAligned(lows, highs) / total,
  }
}

/** Rows that surely break an order if two columns have their values in the same rows, from the least to the largest. */
function rowsAligned(lows: Bin[], highs: Bin[]): number {
  let [i, k, broken] = [0, 0, 0]
  let [ofLow, ofHigh] = [lows[0]?.rows ?? 0, highs[0]?.rows ?? 0]
  while (i < lows.length && k < highs.length) {
    const rows = Math.min(ofLow, ofHigh)
    if (shareBroken(at(lows, i), at(highs, k)) === 1) broken += rows
    ofLow -= rows
    ofHigh -= rows
    if (ofLow <= 0) ofLow = lows[++i]?.rows ?? 0
    if (ofHigh <= 0) ofHigh = highs[++k]?.rows ?? 0
  }
  return broken
}

import type { HistogramLayout, NodeHistogram } from './node-histogram.ts'

/** Describes the bins of one feature that go left. */
export type Split = { column: number; goesLeft: Uint8Array }

/** The first `taken` bins in `order` go left; `gain` is what that lowers variance or impurity by, per row. */
type Cut = { gain: number; taken: number; order: number[]; feature: number }

/**
 * Sets the least gain of a split. A random split lowers the sum of squares by one row's share of it
 * on average. One that gains less than this many shares mostly follows single rows: without it, the
 * twin would reveal more of them and be hardly more accurate.
 */
const MIN_GAIN_SHARES = 4

/**
 * Returns the split that lowers the target's variance (ordered) or Gini impurity most and leaves
 * `minRows` rows on both sides; null if none is better than chance. Bins of an unordered feature
 * are first sorted by their mean target or by their share of the node's most common bin, which is
 * exact for two bins (Breiman et al., 1984, section 4.2.2).
 */
export function bestSplit(
  layout: HistogramLayout,
  histogram: NodeHistogram,
  minRows: number,
): Split | null {
  const totals = targetTotals(layout, histogram)
  const commonest = totals.indexOf(totals.reduce((a, b) => Math.max(a, b)))
  const unexplained = unexplainedPerRow(layout, histogram, totals)
  if (unexplained < ROUNDING) return null
  const least = (MIN_GAIN_SHARES * unexplained) / histogram.rowCount
  let best: Cut = { gain: least, taken: 0, order: [], feature: -1 }
  for (let feature = 0; feature < layout.features.length; feature++) {
    const order = binOrder(layout, histogram, feature, commonest)
    const cut = layout.target.ordered
      ? cutByVariance(layout, histogram, feature, order, totals[0]!, minRows)
      : cutByGini(layout, histogram, feature, order, totals, minRows)
    if (cut.gain > best.gain) best = cut
  }
  if (best.feature < 0) return null
  const { column, binCount } = layout.features[best.feature]!
  const goesLeft = new Uint8Array(binCount)
  for (const bin of best.order.slice(0, best.taken)) goesLeft[bin] = 1
  return { column, goesLeft }
}

/** Bounds the rounding error of a node with nothing left to explain. */
const ROUNDING = 1e-9

/** The node's variance of bin numbers, or Gini impurity. */
function unexplainedPerRow(
  { target }: HistogramLayout,
  { rowCount, squares }: NodeHistogram,
  totals: Float64Array,
): number {
  if (target.ordered) return squares / rowCount - (totals[0]! / rowCount) ** 2
  return 1 - totals.reduce((sum, total) => sum + (total / rowCount) ** 2, 0)
}

/** The target's figures of the whole node; any feature's bins add up to them. */
function targetTotals(
  { offsets, perSlot }: HistogramLayout,
  { targets }: NodeHistogram,
): Float64Array {
  const totals = new Float64Array(perSlot)
  for (let slot = 0; slot < offsets[1]!; slot++)
    for (let y = 0; y < perSlot; y++) totals[y]! += targets[slot * perSlot + y]!
  return totals
}

/** The feature's bins that hold rows, in the order in which they may be cut. */
function binOrder(
  { features, offsets, perSlot, target }: HistogramLayout,
  { rows, targets }: NodeHistogram,
  feature: number,
  commonest: number,
): number[] {
  const { binCount, ordered } = features[feature]!
  const offset = offsets[feature]!
  const order: number[] = []
  for (let bin = 0; bin < binCount; bin++) if (rows[offset + bin]! > 0) order.push(bin)
  if (ordered) return order
  const figure = target.ordered ? 0 : commonest
  const meanOf = (bin: number) => targets[(offset + bin) * perSlot + figure]! / rows[offset + bin]!
  return order.sort((a, b) => meanOf(a) - meanOf(b) || a - b)
}

/** Maximizes the variance between the sides: the sum over sides of (sum of bin numbers)^2 / rows. */
function cutByVariance(
  { offsets }: HistogramLayout,
  { rowCount, rows, targets }: NodeHistogram,
  feature: number,
  order: number[],
  total: number,
  minRows: number,
): Cut {
  const base = (total * total) / rowCount
  const cut: Cut = { gain: 0, taken: 0, order, feature }
  let [count, sum] = [0, 0]
  for (let i = 0; i < order.length - 1; i++) {
    const slot = offsets[feature]! + order[i]!
    count += rows[slot]!
    sum += targets[slot]!
    if (count < minRows) continue
    if (rowCount - count < minRows) break
    const gain = (sum * sum) / count + (total - sum) ** 2 / (rowCount - count) - base
    if (gain / rowCount > cut.gain) Object.assign(cut, { gain: gain / rowCount, taken: i + 1 })
  }
  return cut
}

/** Maximizes the purity of the sides: the sum over sides of the squared counts / rows. */
function cutByGini(
  { offsets, perSlot }: HistogramLayout,
  { rowCount, rows, targets }: NodeHistogram,
  feature: number,
  order: number[],
  totals: Float64Array,
  minRows: number,
): Cut {
  const left = new Float64Array(perSlot)
  let [count, squaresLeft] = [0, 0]
  let squaresRight = totals.reduce((sum, total) => sum + total * total, 0)
  const base = squaresRight / rowCount
  const cut: Cut = { gain: 0, taken: 0, order, feature }
  for (let i = 0; i < order.length - 1; i++) {
    const slot = offsets[feature]! + order[i]!
    count += rows[slot]!
    for (let y = 0; y < perSlot; y++) {
      const moved = targets[slot * perSlot + y]!
      if (moved === 0) continue
      const [before, rest] = [left[y]!, totals[y]! - left[y]!]
      squaresLeft += (2 * before + moved) * moved
      squaresRight -= (2 * rest - moved) * moved
      left[y] = before + moved
    }
    if (count < minRows) continue
    if (rowCount - count < minRows) break
    const gain = (squaresLeft / count + squaresRight / (rowCount - count) - base) / rowCount
    if (gain > cut.gain) Object.assign(cut, { gain, taken: i + 1 })
  }
  return cut
}

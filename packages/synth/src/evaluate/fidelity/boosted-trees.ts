import { type BestSplit, bestSplit, PER_BIN, weightOf } from './tree-splits.ts'

/**
 * Describes a column in at most 256 bins; `ordered` ones are split at a threshold, others by any
 * subset.
 */
export type Feature = { codes: Uint8Array; binCount: number; ordered: boolean }

/** Describes a split node, whose children are positions in its tree, or a leaf. */
export type Node = { split: BestSplit; children: [number, number] } | { value: number }

/** Holds trees of log-odds steps; the first node of each is its root. */
export type BoostedTrees = { base: number; trees: Node[][] }

/** Sets the number of trees, the most leaves of each, and the share of a leaf's step that is taken. */
export type TreeSettings = { trees: number; leaves: number; learningRate: number }

const USUAL_SETTINGS: TreeSettings = { trees: 60, leaves: 16, learningRate: 0.15 }
const MIN_CHILD_ROWS = 20

/**
 * Gradient boosting of small histogram trees under logistic loss, deterministic; the leaf whose split gains most is
 * split next. `labels` are 0 and 1, `rows` those to learn from. About 0.3 s for 20,000 rows x 15. Sources: Friedman,
 * 2001; histograms, leaf order and category order as in LightGBM.
 */
export function trainTrees(
  features: Feature[],
  labels: Uint8Array,
  rows: Int32Array,
  settings: TreeSettings = USUAL_SETTINGS,
): BoostedTrees {
  const positives = rows.reduce((sum, row) => sum + labels[row]!, 0)
  const base = Math.log((positives + 0.5) / (rows.length - positives + 0.5))
  const boosting = startBoosting(features, labels.length, base, settings)
  const { scores, gradients, hessians, weights } = boosting
  const trees: Node[][] = []
  for (let t = 0; t < settings.trees; t++) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!
      const p = 1 / (1 + Math.exp(-scores[row]!))
      gradients[row] = labels[row]! - p
      hessians[row] = p * (1 - p)
      weights[row] = weightOf(1, hessians[row]!)
    }
    const tree = growTree(boosting, rows)
    if (tree.length < 2) break
    trees.push(tree)
  }
  return { base, trees }
}

type Boosting = {
  settings: TreeSettings
  features: Feature[]
  /** Offset of each feature's bins in a node's histogram. */
  offsets: number[]
  histogramLength: number
  gradients: Float64Array
  hessians: Float64Array
  /** Advanced by each leaf's value as soon as it is known. */
  scores: Float64Array
  /** Hessians as they are added to histograms. */
  weights: Float64Array
  /** Room for the rows of a node, and for their gradients and weights. */
  rowRoom: Int32Array
  gradientRoom: Float64Array
  weightRoom: Float64Array
  /** Histograms that no leaf needs any more. */
  spare: Float64Array[]
}

function startBoosting(
  features: Feature[],
  rowCount: number,
  base: number,
  settings: TreeSettings,
): Boosting {
  let histogramLength = 0
  const offsets = features.map(({ binCount }) => {
    histogramLength += PER_BIN * binCount
    return histogramLength - PER_BIN * binCount
  })
  return {
    settings,
    features,
    offsets,
    histogramLength,
    gradients: new Float64Array(rowCount),
    hessians: new Float64Array(rowCount),
    scores: new Float64Array(rowCount).fill(base),
    weights: new Float64Array(rowCount),
    rowRoom: new Int32Array(rowCount),
    gradientRoom: new Float64Array(rowCount),
    weightRoom: new Float64Array(rowCount),
    spare: [],
  }
}

/** A leaf that may yet be split; `split` is null where none gains, `histogram` too in a tree that has all its leaves. */
type OpenLeaf = {
  place: number
  rows: Int32Array
  histogram: Float64Array | null
  split: BestSplit | null
}

function growTree(boosting: Boosting, rows: Int32Array): Node[] {
  const tree: Node[] = []
  const leafOf = (own: Int32Array, histogram: Float64Array | null): OpenLeaf => ({
    place: tree.push({ value: 0 }) - 1,
    rows: own,
    histogram,
    split: histogram && findSplit(boosting, histogram, own.length),
  })
  // A copy, because splits put the rows of each leaf side by side.
  const whole = rows.slice()
  const open = [leafOf(whole, sumByBins(boosting, whole))]
  while (open.length < boosting.settings.leaves) {
    const next = widestGain(open)
    if (!next?.split || !next.histogram) break
    const { place, rows: own, histogram, split } = next
    const [left, right] = partition(boosting, own, split)
    const isLast = open.length + 1 === boosting.settings.leaves
    if (isLast) boosting.spare.push(histogram)
    const [ofLeft, ofRight] = isLast
      ? [null, null]
      : childHistograms(boosting, histogram, left, right)
    const children = [leafOf(left, ofLeft), leafOf(right, ofRight)] as const
    tree[place] = { split, children: [children[0].place, children[1].place] }
    open.splice(open.indexOf(next), 1, ...children)
  }
  for (const { place, rows: own, histogram } of open) {
    tree[place] = leaf(boosting, own)
    if (histogram) boosting.spare.push(histogram)
  }
  return tree
}

/** Returns the leaf whose split gains most; the first if none has one. */
function widestGain(open: OpenLeaf[]): OpenLeaf | undefined {
  let best = open[0]
  for (const next of open) if (next.split && next.split.gain > (best?.split?.gain ?? 0)) best = next
  return best
}

function leaf({ settings, gradients, hessians, scores }: Boosting, rows: Int32Array): Node {
  let gradient = 0
  let hessian = 1
  for (let i = 0; i < rows.length; i++) {
    gradient += gradients[rows[i]!]!
    hessian += hessians[rows[i]!]!
  }
  const value = (settings.learningRate * gradient) / hessian
  for (let i = 0; i < rows.length; i++) scores[rows[i]!]! += value
  return { value }
}

/** Moves the rows that go left to the front of `rows`, in order, and the others, reversed, behind. */
function partition(
  { features, rowRoom }: Boosting,
  rows: Int32Array,
  { feature, goesLeft }: BestSplit,
): [Int32Array, Int32Array] {
  const { codes } = features[feature]!
  let left = 0
  let right = 0
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!
    if (goesLeft[codes[row]!]) rows[left++] = row
    else rowRoom[right++] = row
  }
  for (let i = 0; i < right; i++) rows[rows.length - 1 - i] = rowRoom[i]!
  return [rows.subarray(0, left), rows.subarray(left)]
}

/** Counts the smaller child only: what remains of the parent is the larger one's. */
function childHistograms(
  boosting: Boosting,
  parent: Float64Array,
  left: Int32Array,
  right: Int32Array,
): [Float64Array, Float64Array] {
  const isLeftSmaller = left.length < right.length
  const smaller = sumByBins(boosting, isLeftSmaller ? left : right)
  const larger = parent
  for (let i = 0; i < larger.length; i++) larger[i]! -= smaller[i]!
  return isLeftSmaller ? [smaller, larger] : [larger, smaller]
}

function sumByBins(boosting: Boosting, rows: Int32Array): Float64Array {
  const { features, offsets, histogramLength, gradients, weights } = boosting
  const { gradientRoom, weightRoom, spare } = boosting
  const histogram = spare.pop()?.fill(0) ?? new Float64Array(histogramLength)
  // Gathered once, so that each feature reads them in a row.
  for (let i = 0; i < rows.length; i++) {
    gradientRoom[i] = gradients[rows[i]!]!
    weightRoom[i] = weights[rows[i]!]!
  }
  for (let j = 0; j < features.length; j += 2) {
    const [first, second] = [features[j]!, features[j + 1]]
    if (second) addTwo(boosting, histogram, rows, j)
    else addOne(boosting, histogram, rows, first.codes, offsets[j]!)
  }
  return histogram
}

/** Adds two features at a time: one's sums need not wait for the other's where bins repeat. */
function addTwo(
  { features, offsets, gradientRoom, weightRoom }: Boosting,
  histogram: Float64Array,
  rows: Int32Array,
  j: number,
): void {
  const [codes, others] = [features[j]!.codes, features[j + 1]!.codes]
  const [offset, otherOffset] = [offsets[j]!, offsets[j + 1]!]
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!
    const at = offset + PER_BIN * codes[row]!
    const other = otherOffset + PER_BIN * others[row]!
    const gradient = gradientRoom[i]!
    const weight = weightRoom[i]!
    histogram[at]! += gradient
    histogram[other]! += gradient
    histogram[at + 1]! += weight
    histogram[other + 1]! += weight
  }
}

function addOne(
  { gradientRoom, weightRoom }: Boosting,
  histogram: Float64Array,
  rows: Int32Array,
  codes: Uint8Array,
  offset: number,
): void {
  for (let i = 0; i < rows.length; i++) {
    const at = offset + PER_BIN * codes[rows[i]!]!
    histogram[at]! += gradientRoom[i]!
    histogram[at + 1]! += weightRoom[i]!
  }
}

/** A split that gains less is noise. */
const MIN_GAIN = 1e-6

function findSplit(
  { features, offsets }: Boosting,
  histogram: Float64Array,
  rows: number,
): BestSplit | null {
  if (rows < 2 * MIN_CHILD_ROWS) return null
  let best: BestSplit | null = null
  let gain = MIN_GAIN
  for (const [feature, { binCount, ordered }] of features.entries()) {
    const bins = histogram.subarray(offsets[feature]!, offsets[feature]! + PER_BIN * binCount)
    const split = bestSplit({ feature, binCount, ordered }, bins, MIN_CHILD_ROWS, gain)
    if (!split) continue
    best = split
    gain = split.gain
  }
  return best
}

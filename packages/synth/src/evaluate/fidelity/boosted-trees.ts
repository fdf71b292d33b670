import { type BestSplit, bestSplit, PER_BIN } from './tree-splits.ts'

/**
 * Describes a column in at most 256 bins; `ordered` ones are split at a threshold, others by any
 * subset.
 */
export type Feature = { codes: Uint8Array; binCount: number; ordered: boolean }

type Node = { split: BestSplit; children: [number, number] } | { value: number }

/** Holds trees of log-odds steps; the first node of each is its root. */
export type BoostedTrees = { base: number; trees: Node[][] }

const TREES = 60
const MAX_DEPTH = 4
const LEARNING_RATE = 0.15
const MIN_CHILD_ROWS = 20

/**
 * Gradient boosting of small histogram trees under logistic loss, deterministic. `labels` are 0 and 1, `rows` those to
 * learn from. About 0.3 s for 20,000 rows x 15. Sources: Friedman, 2001; histograms and category order as in LightGBM.
 */
export function trainTrees(
  features: Feature[],
  labels: Uint8Array,
  rows: Int32Array,
): BoostedTrees {
  const positives = rows.reduce((sum, row) => sum + labels[row]!, 0)
  const base = Math.log((positives + 0.5) / (rows.length - positives + 0.5))
  const boosting = startBoosting(features, labels.length, base)
  const { scores, gradients, hessians } = boosting
  const trees: Node[][] = []
  for (let t = 0; t < TREES; t++) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!
      const p = 1 / (1 + Math.exp(-scores[row]!))
      gradients[row] = labels[row]! - p
      hessians[row] = p * (1 - p)
    }
    const tree: Node[] = []
    grow(tree, boosting, rows, sumByBins(boosting, rows), 0)
    if (tree.length < 2) break
    trees.push(tree)
  }
  return { base, trees }
}

/** Returns the log-odds of each of `rows`. */
export function scoreRows(
  model: BoostedTrees,
  features: Feature[],
  rows: Int32Array,
): Float64Array {
  const scores = new Float64Array(rows.length).fill(model.base)
  for (const tree of model.trees) {
    for (let i = 0; i < rows.length; i++) {
      let node = tree[0]!
      while ('split' in node) {
        const side = node.split.goesLeft[features[node.split.feature]!.codes[rows[i]!]!]!
        node = tree[node.children[side ? 0 : 1]]!
      }
      scores[i]! += node.value
    }
  }
  return scores
}

type Boosting = {
  features: Feature[]
  /** Offset of each feature's bins in a node's histogram. */
  offsets: number[]
  histogramLength: number
  gradients: Float64Array
  hessians: Float64Array
  /** Advanced by each leaf's value as soon as it is known. */
  scores: Float64Array
}

function startBoosting(features: Feature[], rowCount: number, base: number): Boosting {
  let histogramLength = 0
  const offsets = features.map(({ binCount }) => {
    histogramLength += PER_BIN * binCount
    return histogramLength - PER_BIN * binCount
  })
  return {
    features,
    offsets,
    histogramLength,
    gradients: new Float64Array(rowCount),
    hessians: new Float64Array(rowCount),
    scores: new Float64Array(rowCount).fill(base),
  }
}

/** Appends the subtree of `rows` to `tree` and returns the place of its root. No histogram, no split. */
function grow(
  tree: Node[],
  boosting: Boosting,
  rows: Int32Array,
  histogram: Float64Array | null,
  depth: number,
): number {
  const place = tree.length
  const split = histogram && findSplit(boosting, histogram)
  if (!split) {
    tree.push(leaf(boosting, rows))
    return place
  }
  const node: Node = { split, children: [0, 0] }
  tree.push(node)
  const [left, right] = partition(rows, boosting.features[split.feature]!.codes, split.goesLeft)
  const [ofLeft, ofRight] =
    depth + 1 < MAX_DEPTH ? childHistograms(boosting, histogram, left, right) : [null, null]
  node.children[0] = grow(tree, boosting, left, ofLeft, depth + 1)
  node.children[1] = grow(tree, boosting, right, ofRight, depth + 1)
  return place
}

function leaf({ gradients, hessians, scores }: Boosting, rows: Int32Array): Node {
  let gradient = 0
  let hessian = 1
  for (let i = 0; i < rows.length; i++) {
    gradient += gradients[rows[i]!]!
    hessian += hessians[rows[i]!]!
  }
  const value = (LEARNING_RATE * gradient) / hessian
  for (let i = 0; i < rows.length; i++) scores[rows[i]!]! += value
  return { value }
}

function partition(
  rows: Int32Array,
  codes: Uint8Array,
  goesLeft: Uint8Array,
): [Int32Array, Int32Array] {
  const parted = new Int32Array(rows.length)
  let left = 0
  let right = rows.length
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!
    if (goesLeft[codes[row]!]) parted[left++] = row
    else parted[--right] = row
  }
  return [parted.subarray(0, left), parted.subarray(left)]
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
  const { features, offsets, histogramLength, gradients, hessians } = boosting
  const histogram = new Float64Array(histogramLength)
  // Gathered once, so that each feature reads them in a row.
  const [ownGradients, ownHessians] = [new Float64Array(rows.length), new Float64Array(rows.length)]
  for (let i = 0; i < rows.length; i++) {
    ownGradients[i] = gradients[rows[i]!]!
    ownHessians[i] = hessians[rows[i]!]!
  }
  for (let j = 0; j < features.length; j++) {
    const { codes } = features[j]!
    const offset = offsets[j]!
    for (let i = 0; i < rows.length; i++) {
      const at = offset + PER_BIN * codes[rows[i]!]!
      histogram[at]! += ownGradients[i]!
      histogram[at + 1]! += ownHessians[i]!
      histogram[at + 2]!++
    }
  }
  return histogram
}

/** A split that gains less is noise. */
const MIN_GAIN = 1e-6

function findSplit({ features, offsets }: Boosting, histogram: Float64Array): BestSplit | null {
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

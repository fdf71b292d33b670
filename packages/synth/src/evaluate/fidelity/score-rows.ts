import type { BoostedTrees, Feature, Node } from './boosted-trees.ts'

/** Returns the log-odds of each of `rows`. */
export function scoreRows(
  model: BoostedTrees,
  features: Feature[],
  rows: Int32Array,
): Float64Array {
  const scores = new Float64Array(rows.length).fill(model.base)
  const width = features.length
  const codes = codesByRow(features, rows)
  for (const tree of model.trees) {
    const { feature, children, goesLeft, values } = flatten(tree)
    for (let i = 0; i < rows.length; i++) {
      let node = 0
      while (feature[node]! >= 0) {
        const isRight = 1 - goesLeft[node * MAX_CODES + codes[i * width + feature[node]!]!]!
        node = children[2 * node + isRight]!
      }
      scores[i]! += values[node]!
    }
  }
  return scores
}

/** A code is a byte. */
const MAX_CODES = 256

/** Returns the codes of rows one row after the other, because a tree asks for several of one row. */
function codesByRow(features: Feature[], rows: Int32Array): Uint8Array {
  const byRow = new Uint8Array(features.length * rows.length)
  for (const [j, { codes }] of features.entries()) {
    for (let i = 0; i < rows.length; i++) byRow[i * features.length + j] = codes[rows[i]!]!
  }
  return byRow
}

/** Returns the nodes of a tree as arrays; the feature of a leaf is -1. */
function flatten(tree: Node[]) {
  const feature = new Int32Array(tree.length).fill(-1)
  const children = new Int32Array(2 * tree.length)
  const goesLeft = new Uint8Array(MAX_CODES * tree.length)
  const values = new Float64Array(tree.length)
  for (const [i, node] of tree.entries()) {
    if ('split' in node) {
      feature[i] = node.split.feature
      children.set(node.children, 2 * i)
      goesLeft.set(node.split.goesLeft, MAX_CODES * i)
    } else values[i] = node.value
  }
  return { feature, children, goesLeft, values }
}

import { at } from '../../model/pairs/at.ts'
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
    const { splitCount, feature, next, values } = flatten(tree)
    for (let i = 0; i < rows.length; i++) {
      const first = i * width
      let node = 0
      while (node < splitCount) node = next[node * MAX_CODES + codes[first + feature[node]!]!]!
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

/** Returns the nodes of a tree as arrays, splits before leaves: where each code leads to, and the values of leaves. */
function flatten(tree: Node[]) {
  const splitCount = tree.reduce((count, node) => count + Number('split' in node), 0)
  const places = new Uint8Array(tree.length)
  let [splits, leaves] = [0, splitCount]
  for (let i = 0; i < tree.length; i++) places[i] = 'split' in at(tree, i) ? splits++ : leaves++
  const feature = new Int32Array(splitCount)
  const next = new Uint8Array(MAX_CODES * splitCount)
  const values = new Float64Array(tree.length)
  for (let i = 0; i < tree.length; i++) {
    const node = at(tree, i)
    const place = at(places, i)
    if ('value' in node) {
      values[place] = node.value
      continue
    }
    const { split, children } = node
    const [left, right] = [at(places, children[0]), at(places, children[1])]
    feature[place] = split.feature
    lead(next, MAX_CODES * place, split.goesLeft, left, right)
  }
  return { splitCount, feature, next, values }
}

/** Writes where each code leads to; a function of its own, which a small table calls often enough to be compiled. */
function lead(next: Uint8Array, first: number, goesLeft: Uint8Array, left: number, right: number) {
  for (let code = 0; code < goesLeft.length; code++)
    next[first + code] = goesLeft[code] ? left : right
}

import { at } from '../model/pairs/at.ts'

/** Holds what the columns before say of a column's normal scores. */
export type PredictedScores = {
  /** One score per row, which the caller may change. */
  scores: Float64Array
  /** The standard deviation that the prediction leaves. */
  deviation: number
  /** Takes the scores of the values that the rows were given, for the columns that follow. */
  learn: (scores: Float32Array) => void
}

/** Below this share of explained variance, nothing is predicted. */
const MIN_EXPLAINED = 0.3
const MAX_EXPLAINED = 0.999
/** Ridge per row: columns may follow from each other. */
const RIDGE = 1e-3

/**
 * Predicts the normal scores of one column after the other, in their order, by least squares on those before: weights are
 * learned from `binScores`, the same for all rows of a bin, and applied to the scores of the values.
 */
export function scorePredictor(binScores: Float32Array[]): () => PredictedScores {
  const rowCount = binScores[0]?.length ?? 0
  const products = binScores.map((a, i) => binScores.slice(0, i + 1).map((b) => dot(a, b)))
  const learned: Float32Array[] = []
  return () => {
    const own = learned.length
    const scores = new Float64Array(rowCount)
    const target = at(products, own)
    const weights = solveRidge(products.slice(0, own), target.slice(0, own), RIDGE * rowCount)
    const explainedSquares = weights.reduce((sum, weight, i) => sum + weight * at(target, i), 0)
    const explained = Math.min(MAX_EXPLAINED, explainedSquares / at(target, own))
    const isPredicted = explained > MIN_EXPLAINED
    if (isPredicted)
      for (const [i, weight] of weights.entries()) {
        const of = at(learned, i)
        for (let row = 0; row < rowCount; row++) scores[row]! += weight * of[row]!
      }
    return {
      scores,
      deviation: isPredicted ? Math.sqrt(1 - explained) : 1,
      learn: (given) => void learned.push(given),
    }
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let row = 0; row < a.length; row++) sum += a[row]! * b[row]!
  return sum
}

/** Solves (P + ridge) w = t for a symmetric P of which the lower triangle is given (Cholesky). */
function solveRidge(lower: number[][], target: number[], ridge: number): number[] {
  const factor: number[][] = []
  for (const [i, row] of lower.entries()) {
    const line: number[] = []
    for (let k = 0; k <= i; k++) {
      let sum = row[k]! + (i === k ? ridge : 0)
      for (let j = 0; j < k; j++) sum -= line[j]! * (k === i ? line[j]! : at(factor, k)[j]!)
      line.push(i === k ? Math.sqrt(Math.max(sum, ridge)) : sum / at(factor, k)[k]!)
    }
    factor.push(line)
  }
  const forward: number[] = []
  for (const [i, line] of factor.entries()) {
    let sum = at(target, i)
    for (let k = 0; k < i; k++) sum -= line[k]! * at(forward, k)
    forward.push(sum / line[i]!)
  }
  const solved = new Array<number>(forward.length)
  for (let i = forward.length - 1; i >= 0; i--) {
    let sum = at(forward, i)
    for (let k = i + 1; k < forward.length; k++) sum -= at(factor, k)[i]! * at(solved, k)
    solved[i] = sum / at(factor, i)[i]!
  }
  return solved
}

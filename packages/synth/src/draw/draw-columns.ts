import type { FittedColumn, FittedModel } from '../model/fitted-model.ts'
import { at } from '../model/pairs/at.ts'
import { binOrderOf } from '../model/pairs/group-bins.ts'
import { upperNormalQuantile } from '../model/private/normal-quantile.ts'
import { type RandomSource, uniformBelow } from '../random/random-source.ts'
import { isOrdered } from '../schema/column-schema.ts'
import { type DrawnColumn, drawColumn } from './drawn-column.ts'
import { groupByBin } from './group-by-bin.ts'
import { keepOrders } from './keep-orders.ts'
import { scorePredictor } from './predict-scores.ts'

/**
 * Draws the values of a model's columns within their bins, one array of bins per column. Of a private model, the values that
 * a bin's rows have in an ordered column follow the values they have in the others, as far as its bins do: else the tails of
 * columns that go together would be paired at random.
 */
export function drawColumns(
  model: FittedModel,
  bins: Int32Array[],
  random: RandomSource,
): DrawnColumn[] {
  if (!('pairs' in model))
    return model.columns.map((column, i) => drawColumn(column, at(bins, i), random))
  const drawn = drawInOrder(model.columns, bins, orderOf(model), random)
  const isMapped = (place: number) =>
    model.determined.some(({ column, on }) => column === place || on === place)
  const values = [...model.context.map(() => null), ...drawn].map((column, place) =>
    column?.type === 'numbers' && !isMapped(place) ? column.values : null,
  )
  keepOrders(model.orders, values, random)
  return drawn
}

/** Each column after the one that it follows in the tree. */
function orderOf(model: Extract<FittedModel, { pairs: unknown }>): number[] {
  const last = model.determined.map(({ column }) => column)
  return [...model.tree.tree.order.filter((place) => !last.includes(place)), ...last]
    .map((place) => place - model.context.length)
    .filter((place) => place >= 0)
}

/** Noise of the order within bins, in the deviation of what other columns leave unexplained. */
const NOISE = 0.7

function drawInOrder(
  columns: FittedColumn[],
  bins: Int32Array[],
  order: number[],
  random: RandomSource,
): DrawnColumn[] {
  const rowCount = bins[0]?.length ?? 0
  const quantiles = normalScores(rowCount)
  const numeric = order.filter((place) => isOrdered(at(columns, place).schema.kind))
  const predict = scorePredictor(
    numeric.map((place) => binScores(at(columns, place), at(bins, place), quantiles)),
  )
  const drawn: DrawnColumn[] = []
  for (const place of order) {
    const column = at(columns, place)
    const values = drawColumn(column, at(bins, place), random)
    drawn[place] = values
    if (values.type !== 'numbers') continue
    const { scores, deviation, learn } = predict()
    for (let row = 0; row < rowCount; row++)
      scores[row]! += deviation * NOISE * quantiles[uniformBelow(random, rowCount)]!
    learn(arrange(values.values, at(bins, place), column, scores, quantiles))
  }
  return drawn
}

/** Standard normal quantiles of `count` values in order. */
function normalScores(count: number): Float32Array {
  const scores = new Float32Array(count)
  for (let i = 0; i < count / 2; i++) {
    scores[i] = -upperNormalQuantile((i + 0.5) / count)
    scores[count - 1 - i] = -scores[i]!
  }
  return scores
}

/** The normal score of the middle of each row's bin; 0 where the value is missing. */
function binScores(column: FittedColumn, bins: Int32Array, quantiles: Float32Array): Float32Array {
  const { missingBin } = binOrderOf(column)
  const counts = new Int32Array(column.binning.binCount)
  for (let row = 0; row < bins.length; row++) counts[bins[row]!]!++
  const scoreOf = new Float32Array(counts.length)
  let before = 0
  counts.forEach((count, bin) => {
    scoreOf[bin] = bin === missingBin ? 0 : (quantiles[before + (count >> 1)] ?? 0)
    before += count
  })
  const scores = new Float32Array(bins.length)
  for (let row = 0; row < bins.length; row++) scores[row] = scoreOf[bins[row]!]!
  return scores
}

/**
 * Gives the values of a bin, drawn in any order, to its rows in the order of their scores. Returns the normal scores of all
 * values; 0 for missing ones. Changes `values`.
 */
function arrange(
  values: Float64Array,
  bins: Int32Array,
  column: FittedColumn,
  scores: Float64Array,
  quantiles: Float32Array,
): Float32Array {
  const arranged = new Float32Array(values.length)
  const { missingBin } = binOrderOf(column)
  let before = 0
  groupByBin(bins, column.binning.binCount).forEach((rows, bin) => {
    if (bin !== missingBin) {
      const sorted = new Float64Array(rows.length)
      for (let i = 0; i < rows.length; i++) sorted[i] = values[rows[i]!]!
      sorted.sort()
      const inOrder = rowsByScore(rows, scores)
      for (let rank = 0; rank < rows.length; rank++) {
        values[inOrder[rank]!] = sorted[rank]!
        arranged[inOrder[rank]!] = quantiles[before + rank]!
      }
    }
    before += rows.length
  })
  return arranged
}

/** Scores are compared to so many places in all, so that a score and a row fit into one number. */
const SCORE_STEPS = 2 ** 24
const MAX_SCORE = 8

/** Sorting numbers is many times as fast as sorting with a comparison. */
function rowsByScore(rows: Int32Array, scores: Float64Array): Int32Array {
  const count = rows.length
  const keys = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const score = Math.max(-MAX_SCORE, Math.min(MAX_SCORE, scores[rows[i]!]!))
    const step = Math.floor(((score + MAX_SCORE) / (2 * MAX_SCORE)) * (SCORE_STEPS - 1))
    keys[i] = step * count + i
  }
  keys.sort()
  const sorted = new Int32Array(count)
  for (let i = 0; i < count; i++) sorted[i] = rows[keys[i]! % count]!
  return sorted
}

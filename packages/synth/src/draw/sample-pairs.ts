import type { PrivateModel } from '../model/fitted-model.ts'
import type { PairTable } from '../model/measure/pair-tables.ts'
import { shrink } from '../model/protected/shrink.ts'
import type { RandomSource } from '../random/random-source.ts'
import { sampleTreePath } from './sample-tree.ts'
import { type SwappedRows, swapRows } from './swap-values.ts'

/** Rows that are fitted together; more tables are made of several such batches. */
const BATCH_ROWS = 10_000
const MAX_SWEEPS = 8
/** When so few swaps are accepted, further sweeps change nothing that can be measured. */
const SETTLED_SHARE = 0.01
/**
 * Sets the weight with which pair counts are shrunk toward the tree's. One half: the joint fit of
 * the pairs removes most of their noise, but not where the noise is as large as the measured
 * counts.
 */
const SHRINKING = 0.5
/** Squared rows per partner column: at this temperature the fit is as good, yet most rows change in a sweep. */
const TEMPERATURE = 1

/**
 * `rowCount` rows of bin indexes, one array per column of the model. Rows drawn from the tree have the columns' own
 * counts and the strongest dependencies; swaps between them then bring in all other pairs that were measured. Where rows
 * have a `context`, they are made for it, and come without it.
 */
export function samplePairs(
  model: PrivateModel,
  rowCount: number,
  random: RandomSource,
  context: Int32Array[] = [],
): Int32Array[] {
  const batches = Math.max(1, Math.round(rowCount / BATCH_ROWS))
  const batchRows = Math.ceil(rowCount / batches)
  const { margins } = model.tree
  const joined = margins.map(() => new Int32Array(rowCount))
  let rows: SwappedRows | null = null
  for (let start = 0; start < rowCount; start += batchRows) {
    const size = Math.min(batchRows, rowCount - start)
    if (rows && context.length === 0) rows.sweep(TEMPERATURE * margins.length, random)
    else {
      const given = context.map((bins) => bins.subarray(start, start + size))
      rows = fitRows(model, context.length > 0 ? size : batchRows, random, given)
    }
    const batch = rows.read()
    joined.forEach((bins, j) => {
      bins.set(batch[j]!.subarray(0, size), start)
    })
  }
  return joined.slice(context.length)
}

/** Rows from the tree, swapped until the pairs fit as well as they will. What is given of them stays. */
function fitRows(
  model: PrivateModel,
  rowCount: number,
  random: RandomSource,
  context: Int32Array[],
): SwappedRows {
  const drawn = sampleTreePath(model.tree, rowCount, random, context)
  const binCounts = model.tree.margins.map((margin) => margin.length)
  const targets = targetsOf(model, drawn, rowCount, context)
  const rows = swapRows(drawn, binCounts, targets, context.length)
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    if (rows.sweep(0, random) < SETTLED_SHARE) break
  }
  return rows
}

/**
 * Returns the target counts of the pairs for `rowCount` rows: the measured counts where they exceed
 * their noise.
 */
function targetsOf(
  { pairs, total, tree }: PrivateModel,
  drawn: Int32Array[],
  rowCount: number,
  context: Int32Array[],
): PairTable[] {
  const scale = rowCount / total.count
  const scales = context.map((bins, a) => scalesOf(bins, tree.margins[a]!, scale))
  return pairs.tables.map(({ a, b, counts }) => {
    const [ofA, ofB] = [drawn[a]!, drawn[b]!]
    const expected = new Float64Array(counts.length)
    const binsB = tree.margins[b]!.length
    for (let row = 0; row < rowCount; row++) expected[ofA[row]! * binsB + ofB[row]!]!++
    const scaled = counts.map(
      (count, cell) => count * (scales[a]?.[Math.floor(cell / binsB)] ?? scale),
    )
    return { a, b, counts: shrink(scaled, expected, pairs.sigma * scale, SHRINKING) }
  })
}

/** Rows of few parents are not multiplied beyond this: their noise would be as well. */
const MAX_SCALING = 3

/** Rows to make per row measured, by the bin of a given column: there are as many rows of each bin as there are. */
function scalesOf(bins: Int32Array, margin: Float64Array, scale: number): Float64Array {
  const rows = new Float64Array(margin.length)
  for (let row = 0; row < bins.length; row++) rows[bins[row]!]!++
  return rows.map((count, bin) => Math.min(MAX_SCALING * scale, count / Math.max(1, margin[bin]!)))
}

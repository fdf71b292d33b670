import type { PrivateModel } from '../fit/fitted-model.ts'
import type { PairTable } from '../fit/pair-tables.ts'
import { shrink } from '../fit/shrink.ts'
import type { RandomSource } from '../rng/random-source.ts'
import { sampleCliques } from './sample-cliques.ts'
import { swapRows } from './swap-values.ts'

/** Rows that are fitted together; more tables are made of several such batches. */
const BATCH_ROWS = 10_000
const MAX_SWEEPS = 8
/** When so few swaps are accepted, further sweeps change nothing that can be measured. */
const SETTLED_SHARE = 0.01
/**
 * How far pair counts are drawn toward the tree's. Halfway: the pairs are fitted jointly, which by itself leaves
 * most of their noise aside, but not where the noise is as large as what is measured.
 */
const SHRINKING = 0.5
/** Squared rows per partner column: at this temperature the fit is as good, yet most rows change in a sweep. */
const TEMPERATURE = 1

/**
 * `rowCount` rows of bin indexes, one array per column of the model. Rows drawn from the tree have the columns' own
 * counts and the strongest dependencies; swaps between them then bring in all other pairs that were measured.
 */
export function samplePairs(
  model: PrivateModel,
  rowCount: number,
  random: RandomSource,
): Int32Array[] {
  const batches = Math.max(1, Math.round(rowCount / BATCH_ROWS))
  const batchRows = Math.ceil(rowCount / batches)
  const drawn = sampleCliques(model.cliques, batchRows, random)
  const binCounts = model.cliques.margins.map((margin) => margin.length)
  const rows = swapRows(drawn, binCounts, targetsOf(model, drawn, batchRows))
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    if (rows.sweep(0, random) < SETTLED_SHARE) break
  }
  if (batches === 1) return rows.read()
  const joined = drawn.map(() => new Int32Array(rowCount))
  for (let start = 0; start < rowCount; start += batchRows) {
    if (start > 0) rows.sweep(TEMPERATURE * binCounts.length, random)
    const batch = rows.read()
    const size = Math.min(batchRows, rowCount - start)
    joined.forEach((bins, j) => {
      bins.set(batch[j]!.subarray(0, size), start)
    })
  }
  return joined
}

/** What the pairs of so many rows should count: as measured, where that stands out of its noise. */
function targetsOf(
  { pairs, total, cliques }: PrivateModel,
  drawn: Int32Array[],
  rowCount: number,
): PairTable[] {
  const scale = rowCount / total.count
  return pairs.tables.map(({ a, b, counts }) => {
    const [ofA, ofB] = [drawn[a]!, drawn[b]!]
    const expected = new Float64Array(counts.length)
    const binsB = cliques.margins[b]!.length
    for (let row = 0; row < rowCount; row++) expected[ofA[row]! * binsB + ofB[row]!]!++
    const scaled = counts.map((count) => count * scale)
    return { a, b, counts: shrink(scaled, expected, pairs.sigma * scale, SHRINKING) }
  })
}

import type { PrivateModel } from '../../model/fitted-model.ts'
import type { NoisyPairs } from '../../model/measure/pair-tables.ts'
import { sumByCell, sumByGroup } from '../../model/measure/pair-tables.ts'
import { at } from '../../model/pairs/at.ts'
import { shrinkTable } from '../../model/pairs/shrink-table.ts'
import { shrink } from '../../model/protected/shrink.ts'
import type { RandomSource } from '../../random/random-source.ts'
import { sampleTreePath } from '../sample-tree.ts'
import { type SwappedRows, swapRows } from './swap-values.ts'

/** Rows that are fitted together; more tables are made of several such batches. */
const BATCH_ROWS = 10_000
const MAX_SWEEPS = 8
/** When so few swaps are accepted, further sweeps change nothing that can be measured. */
const SETTLED_SHARE = 0.01
/**
 * Sets the weight with which counts of the second look are shrunk toward the tree's. One half: the joint fit of
 * the pairs removes most of their noise, but not where the noise is as large as the measured
 * counts.
 */
const SHRINKING = 0.5
/**
 * Sets by how many deviations of noise the target of a cell in which the tree has no row is lowered, in each look: rows would
 * be moved to the positive half of its noise, which the negative half of others, below zero, does not make up for.
 */
const DOUBT = { first: 0.5, closer: 2 }
/** Squared rows per table of a column, in the first look's noise: so the fit is as good, yet most rows change in a sweep. */
const TEMPERATURE = 1

/**
 * `rowCount` rows of bin indexes, one array per column of the model. Rows drawn from the tree have the columns' own
 * counts and the strongest dependencies; swaps between them then bring in all other pairs that were measured, as closely
 * as they were, and columns that follow from others come last. Where rows have a `context`, they are made for it, and
 * come without it.
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
  const pairs = withoutDetermined(model)
  const temperature = temperatureOf(pairs, margins.length)
  let rows: SwappedRows | null = null
  for (let start = 0; start < rowCount; start += batchRows) {
    const size = Math.min(batchRows, rowCount - start)
    if (rows && context.length === 0) rows.sweep(temperature, random)
    else {
      const given = context.map((bins) => bins.subarray(start, start + size))
      rows = fitRows({ ...model, pairs }, context.length > 0 ? size : batchRows, random, given)
    }
    const batch = rows.read()
    joined.forEach((bins, j) => {
      bins.set(at(batch, j).subarray(0, size), start)
    })
  }
  for (const { column, on, binOf } of model.determined)
    joined[column] = at(joined, on).map((bin) => binOf[bin]!)
  return joined.slice(context.length)
}

/** Returns the tables of pairs to fit: columns that follow from others need none. */
export function withoutDetermined({ pairs, determined }: PrivateModel): NoisyPairs {
  const isFitted = ({ a, b }: { a: number; b: number }) =>
    determined.every(({ column }) => column !== a && column !== b)
  return {
    ...pairs,
    tables: pairs.tables.filter(isFitted),
    closer: pairs.closer.filter(isFitted),
  }
}

function temperatureOf({ tables, closer, sigma }: NoisyPairs, columnCount: number): number {
  const weight = closer.reduce((sum, look) => sum + (sigma / look.sigma) ** 2, tables.length)
  return (TEMPERATURE * 2 * weight) / columnCount
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
  return swapUntilSettled(drawn, binCounts, targets, random, context.length)
}

/** Swaps values until the pairs count as `targets` as nearly as they will; the first `fixedCount` columns stay. */
export function swapUntilSettled(
  drawn: Int32Array[],
  binCounts: number[],
  targets: NoisyPairs,
  random: RandomSource,
  fixedCount = 0,
): SwappedRows {
  const rows = swapRows(drawn, binCounts, targets, fixedCount)
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
): NoisyPairs {
  const { groups, sigma } = pairs
  const scale = rowCount / total.count
  const groupScales = context.map((bins, a) =>
    scalesOf(
      sumByGroup(countBins(bins, at(tree.margins, a).length), at(groups, a)),
      sumByGroup(at(tree.margins, a), at(groups, a)),
      scale,
    ),
  )
  const tables = pairs.tables.map(({ a, b, counts }) => {
    const [ofA, ofB] = [at(groups, a), at(groups, b)]
    const expected = new Float64Array(counts.length)
    for (let row = 0; row < rowCount; row++)
      expected[ofA.groupOf[drawn[a]![row]!]! * ofB.count + ofB.groupOf[drawn[b]![row]!]!]!++
    const scaled = counts.map(
      (count, cell) => count * (groupScales[a]?.[Math.floor(cell / ofB.count)] ?? scale),
    )
    const noise = sigma * scale
    const likely = shrinkTable(scaled, expected, noise, ofB.count)
    return { a, b, counts: doubted(likely, expected, DOUBT.first, noise) }
  })
  const closer = pairs.closer.map((look) => {
    const { a, b, cellOf, counts } = look
    const bins = at(tree.margins, b).length
    const expected = new Float64Array(counts.length)
    for (let row = 0; row < rowCount; row++)
      expected[cellOf[drawn[a]![row]! * bins + drawn[b]![row]!]!]!++
    const scales = context[a] && cellScales(look, context[a], at(tree.margins, a), scale)
    const scaled = counts.map((count, cell) => count * (scales?.[cell] ?? scale))
    const noise = look.sigma * scale
    const likely = shrink(scaled, expected, noise, SHRINKING)
    return { ...look, counts: doubted(likely, expected, DOUBT.closer, noise) }
  })
  return { groups, tables, sigma, closer }
}

/** Lowers counts where the tree has fewer rows than there is noise. */
function doubted(
  counts: Float64Array,
  ofTree: Float64Array,
  doubt: number,
  sigma: number,
): Float64Array {
  return counts.map((count, cell) => count - doubt * Math.max(0, sigma - at(ofTree, cell)))
}

function countBins(bins: Int32Array, binCount: number): Float64Array {
  const counts = new Float64Array(binCount)
  for (let row = 0; row < bins.length; row++) counts[bins[row]!]!++
  return counts
}

/** Rows of few parents are not multiplied beyond this: their noise would be as well. */
const MAX_SCALING = 3

/** Rows to make per row measured, by the group of a given column: there are as many rows of each as there are. */
function scalesOf(rows: Float64Array, measured: Float64Array, scale: number): Float64Array {
  return rows.map((count, i) => Math.min(MAX_SCALING * scale, count / Math.max(1, at(measured, i))))
}

/** The same by the cells of a pair of which the first column is given: no cell has bins of two of its groups in part. */
function cellScales(
  { cellOf, counts }: NoisyPairs['closer'][number],
  given: Int32Array,
  margin: Float64Array,
  scale: number,
): Float64Array {
  const bins = cellOf.length / margin.length
  const pairs = { cellOf, cellCount: counts.length }
  const perPair = (values: Float64Array) =>
    Float64Array.from(cellOf, (_, i) => values[Math.floor(i / bins)]!)
  const rows = sumByCell(perPair(countBins(given, margin.length)), pairs)
  return scalesOf(rows, sumByCell(perPair(margin), pairs), scale)
}

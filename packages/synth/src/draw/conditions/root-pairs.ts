import { consistentPairs } from '../../model/consistent-pairs.ts'
import type { FittedColumn, PrivateModel } from '../../model/fitted-model.ts'
import {
  independentCounts,
  type NoisyPairs,
  sumByCell,
  sumByGroups,
} from '../../model/measure/pair-tables.ts'
import { at } from '../../model/pairs/at.ts'
import { scaleTable } from '../../model/pairs/project-table.ts'
import { type Binning, sumByBin } from '../../model/protected/merge-bins.ts'
import { allocate } from '../../random/allocate.ts'
import type { RandomSource } from '../../random/random-source.ts'
import { swapUntilSettled, withoutDetermined } from '../pairs/sample-pairs.ts'
import { type BinTables, sampleRoots } from './root-columns.ts'
import type { RootedBins } from './rooted-bins.ts'

/** Rows that are fitted together. */
const BATCH_ROWS = 10_000
/** Leaves so much of what independent columns would have in every cell, so that the margins of few rows can be met. */
const LEAST_SHARE = 1e-4

/**
 * Draws bins of rows that meet conditions: the conditioned columns first, from the tree of the strongest pairs among them,
 * then every other column given all of these, as if these were independent given it. Swaps then bring in all pairs, as they
 * are in the model, scaled to the counts that the columns have in these rows.
 */
export function rootPairs(
  model: PrivateModel,
  narrowed: ReadonlyMap<number, FittedColumn>,
): RootedBins {
  const { table, strength } = consistentPairs(model, -1)
  const roots = sampleRoots(model, sharesOfSources(model, narrowed), table, strength)
  return {
    mass: roots.mass,
    draw(rowCount, random) {
      const drawn = model.tree.margins.map(() => new Int32Array(rowCount))
      for (let start = 0; start < rowCount; start += BATCH_ROWS) {
        const size = Math.min(BATCH_ROWS, rowCount - start)
        const batch = fitBatch(model, roots.draw(size, random), table, random)
        for (const [j, bins] of batch.entries()) at(drawn, j).set(bins, start)
      }
      return drawn
    },
  }
}

/** Returns by column the share of each bin's rows that meet its conditions; for a column that follows from another, by that. */
function sharesOfSources(
  { columns, tree, determined }: PrivateModel,
  narrowed: ReadonlyMap<number, FittedColumn>,
): Map<number, Float64Array> {
  const shares = new Map<number, Float64Array>()
  for (const [place, column] of narrowed) {
    const own = shareOfBins(at(columns, place).binning, column.binning)
    const follows = determined.find(({ column: result }) => result === place)
    const source = follows?.on ?? place
    const ofSource = follows
      ? Float64Array.from(at(tree.margins, source), (_, bin) => at(own, at(follows.binOf, bin)))
      : own
    const known = shares.get(source)
    shares.set(source, known ? known.map((share, bin) => share * at(ofSource, bin)) : ofSource)
  }
  return shares
}

function shareOfBins(whole: Binning, part: Binning): Float64Array {
  const all = sumByBin(whole.cellWeights, whole)
  const some = sumByBin(part.cellWeights, whole)
  return some.map((weight, bin) => (at(all, bin) > 0 ? weight / at(all, bin) : 0))
}

function fitBatch(
  model: PrivateModel,
  given: Map<number, Int32Array>,
  table: BinTables,
  random: RandomSource,
): Int32Array[] {
  const { margins } = model.tree
  const places = [...given.keys()]
  const combinations = rowsByCombination([...given.values()])
  const drawn = margins.map((margin, place) => {
    const known = given.get(place)
    if (known) return known
    const bins = new Int32Array(combinations.rowCount)
    const tables = places.map((root) => table(root, place))
    for (const { combination, rows } of combinations.found) {
      const chosen = allocate(rows.length, weightsGiven(margin, tables, combination), random)
      for (const [i, row] of rows.entries()) bins[row] = at(chosen, i)
    }
    return bins
  })
  const binCounts = margins.map((margin) => margin.length)
  const fitted = swapUntilSettled(drawn, binCounts, targetsOf(model, drawn, table), random).read()
  for (const { column, on, binOf } of model.determined)
    fitted[column] = at(fitted, on).map((bin) => at(binOf, bin))
  return fitted
}

type RowsOfBins = { combination: number[]; rows: number[] }

function rowsByCombination(bins: Int32Array[]): { rowCount: number; found: RowsOfBins[] } {
  const rowCount = at(bins, 0).length
  const found = new Map<string, RowsOfBins>()
  for (let row = 0; row < rowCount; row++) {
    const combination = bins.map((own) => at(own, row))
    const key = combination.join(' ')
    const known = found.get(key)
    if (known) known.rows.push(row)
    else found.set(key, { combination, rows: [row] })
  }
  return { rowCount, found: [...found.values()] }
}

/** Returns a column's weights given the bins of others that are independent given it; its own where nothing is left. */
function weightsGiven(
  margin: Float64Array,
  tables: (Float64Array | null)[],
  combination: number[],
): Float64Array {
  const weights = Float64Array.from(margin)
  for (const [i, counts] of tables.entries()) {
    if (!counts) continue
    const first = at(combination, i) * margin.length
    for (let bin = 0; bin < margin.length; bin++)
      weights[bin] =
        at(margin, bin) > 0 ? (at(weights, bin) * at(counts, first + bin)) / at(margin, bin) : 0
  }
  return weights.some((weight) => weight > 0) ? weights : margin
}

/** Returns the counts of all pairs as they are in the model, scaled to the counts that the columns have in some rows. */
function targetsOf(model: PrivateModel, drawn: Int32Array[], table: BinTables): NoisyPairs {
  const { tree, total } = model
  const pairs = withoutDetermined(model)
  const margins = drawn.map((bins, j) => countBins(bins, at(tree.margins, j).length))
  const known = new Map<string, Float64Array>()
  const scaled = (a: number, b: number): Float64Array => {
    const key = `${a} ${b}`
    const counts = known.get(key)
    if (counts) return counts
    const independent = independentCounts(at(tree.margins, a), at(tree.margins, b), total.count)
    const together = table(a, b) ?? independent
    const made = scaleTable(
      together.map((count, cell) => count + LEAST_SHARE * at(independent, cell)),
      at(margins, a),
      at(margins, b),
    )
    known.set(key, made)
    return made
  }
  return {
    ...pairs,
    tables: pairs.tables.map(({ a, b }) => ({
      a,
      b,
      counts: sumByGroups(scaled(a, b), at(pairs.groups, a), at(pairs.groups, b)),
    })),
    closer: pairs.closer.map((look) => ({
      ...look,
      counts: sumByCell(scaled(look.a, look.b), {
        cellOf: look.cellOf,
        cellCount: look.counts.length,
      }),
    })),
  }
}

function countBins(bins: Int32Array, binCount: number): Float64Array {
  const counts = new Float64Array(binCount)
  for (const bin of bins) counts[bin] = at(counts, bin) + 1
  return counts
}

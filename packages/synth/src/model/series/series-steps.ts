import { cellAt } from '../../schema/infer/grid.ts'
import { type Cycle, type MeasuredSeriesPlan, slotAt } from '../../schema/series-plan.ts'
import type { ConsistentPairs } from '../consistent-pairs.ts'
import type { FittedColumn, PrivateModel, SeriesStep } from '../fitted-model.ts'
import { jointOfPairs, type PairOfAxes } from '../joint-of-pairs.ts'
import { at } from '../pairs/at.ts'
import { strongestTree } from '../spanning-tree.ts'
import { lagTable } from './lag-table.ts'
import type { MeasuredSequences } from './measure-sequences.ts'

/** Cells of the tables of all steps together: 64 MB. */
const MAX_CELLS = 2 ** 23
const MAX_GIVEN = 2

/** Counts of two columns, row-major; null where they are not known. */
type Pair = (a: number, b: number) => Float64Array | null

/** Builds the transition of each column, in an order in which each can be drawn. */
export function seriesSteps(
  model: PrivateModel,
  { lags, sigma }: MeasuredSequences,
  { clock, usualStep }: MeasuredSeriesPlan,
  pairs: ConsistentPairs,
): SeriesStep[] {
  const { margins } = model.tree
  const all = [...margins.keys()]
  const changing = all.filter((column) => lags[column])
  const given = all.filter((column) => !lags[column])
  const clockPlace = model.columns.findIndex(({ index }) => index === clock?.column)
  const before: Pair = (a, b) => {
    const counts = pairs.table(a, b)
    if (!counts || !clock || a !== clockPlace) return counts
    return turnBack(counts, at(model.columns, clockPlace), clock.cycle, usualStep)
  }
  const tree = strongestTree(margins.length, linksOf(changing, pairs))
  const maxCells = MAX_CELLS / Math.max(1, changing.length)
  return tree.order
    .filter((column) => changing.includes(column))
    .map((column) => {
      const binCount = at(margins, column).length
      const parent = at(tree.parent, column)
      const parentBins = margins[parent]?.length ?? 1
      const room = maxCells / (binCount * Math.max(binCount, parentBins))
      const chosen = chooseGiven(column, given, clockPlace, margins, pairs, room)
      const lag = lagTable(lags[column]!, at(model.columns, column), at(margins, column), sigma)
      const after = joint(margins, chosen, column, column, lag, before, pairs.table)
      const besides = pairs.table(parent, column)
      return {
        column,
        binCount,
        given: chosen.map((g) => ({ column: g, binCount: at(margins, g).length })),
        after,
        first: sumOverMiddle(after, binCount, binCount),
        beside: besides && {
          column: parent,
          binCount: parentBins,
          ratios: perSum(
            joint(margins, chosen, parent, column, besides, pairs.table, pairs.table),
            parentBins,
            binCount,
          ),
        },
      }
    })
}

function linksOf(columns: number[], { strength }: ConsistentPairs) {
  return columns
    .flatMap((a) => columns.map((b) => ({ a, b, strength: a < b ? strength(a, b) : 0 })))
    .filter((link) => link.strength > 0)
}

/**
 * Chooses the clock if it is informative, because it advances from row to row, then the most
 * informative of the given columns: as many as there is room for.
 */
function chooseGiven(
  column: number,
  given: number[],
  clock: number,
  margins: Float64Array[],
  { strength }: ConsistentPairs,
  room: number,
): number[] {
  const chosen: number[] = []
  let cells = 1
  const rank = (g: number) => (g === clock ? Number.POSITIVE_INFINITY : strength(g, column))
  const telling = given.filter((g) => strength(g, column) > 0)
  for (const g of telling.sort((a, b) => rank(b) - rank(a))) {
    const wider = cells * at(margins, g).length
    if (chosen.length === MAX_GIVEN || wider > room) continue
    chosen.push(g)
    cells = wider
  }
  return chosen
}

/** Weights row-major over the given, `source`, `column`, from the counts of all pairs of them. */
function joint(
  margins: Float64Array[],
  given: number[],
  source: number,
  column: number,
  ofSource: Float64Array,
  withSource: Pair,
  withColumn: Pair,
): Float32Array {
  const places = [...given, source, column]
  const padding = 4 - places.length
  const sizes = [
    ...Array<number>(padding).fill(1),
    ...places.map((place) => at(margins, place).length),
  ]
  const pairs: PairOfAxes[] = []
  const add = (a: number, b: number, counts: Float64Array | null) => {
    if (counts) pairs.push({ a: a + padding, b: b + padding, counts })
  }
  const last = places.length - 1
  add(last - 1, last, ofSource)
  given.forEach((g, a) => {
    given.slice(a + 1).forEach((other, i) => {
      add(a, a + 1 + i, withColumn(g, other))
    })
    add(a, last - 1, withSource(g, source))
    add(a, last, withColumn(g, column))
  })
  return jointOfPairs(sizes, pairs)
}

/** Row-major over the outer, the inner, from row-major over the outer, the middle, the inner. */
function sumOverMiddle(table: Float32Array, middle: number, inner: number): Float32Array {
  const sums = new Float32Array(table.length / middle)
  for (let cell = 0; cell < table.length; cell++) {
    const outer = Math.floor(cell / (middle * inner))
    sums[outer * inner + (cell % inner)]! += at(table, cell)
  }
  return sums
}

/** Each cell by the sum over the middle; 0 where that is 0. */
function perSum(table: Float32Array, middle: number, inner: number): Float32Array {
  const sums = sumOverMiddle(table, middle, inner)
  return table.map((weight, cell) => {
    const sum = at(sums, Math.floor(cell / (middle * inner)) * inner + (cell % inner))
    return sum > 0 ? weight / sum : 0
  })
}

/**
 * Converts a column's counts by the clock of its own row to counts by the clock of the next row,
 * which is `gap` later; times are taken as uniform within a slot. `counts` are row-major clock by
 * column.
 */
function turnBack(
  counts: Float64Array,
  { binning, values }: FittedColumn,
  cycle: Cycle,
  gap: number,
): Float64Array {
  const width = counts.length / binning.binCount
  const shares = counts.map((count, cell) => {
    const bin = Math.floor(cell / width)
    const sum = counts.subarray(bin * width, (bin + 1) * width).reduce((a, b) => a + b, 0)
    return sum > 0 ? count / sum : 0
  })
  const turned = new Float64Array(counts.length)
  if (values.type !== 'grid') return counts
  const { starts } = values.grid
  const cellOf = (slot: number) => cellAt({ starts }, slot)
  const rest = (gap % cycle.slotUnits) / cycle.slotUnits
  for (let slot = 0; slot < cycle.slots; slot++) {
    const bin = at(binning.binOfCell, cellOf(slot))
    const begin = slotAt(cycle, slot * cycle.slotUnits - gap + rest * cycle.slotUnits)
    const earlier = (begin + cycle.slots - 1) % cycle.slots
    const weight = at(binning.cellWeights, cellOf(slot))
    for (const [from, share] of [
      [begin, 1 - rest],
      [earlier, rest],
    ] as const) {
      const bins = at(binning.binOfCell, cellOf(from)) * width
      for (let i = 0; i < width; i++)
        turned[bin * width + i]! += weight * share * at(shares, bins + i)
    }
  }
  return turned
}

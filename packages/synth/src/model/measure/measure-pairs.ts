import { addNoise } from '../../random/discrete-gaussian.ts'
import { exponentialMechanism } from '../../random/exponential-mechanism.ts'
import { throwIfAborted } from '../../schema/synthesis-error.ts'
import { countedBins, type KeptOrder } from '../fitted-model.ts'
import { at } from '../pairs/at.ts'
import { type GaugedPair, gaugePair } from '../pairs/gauge-pair.ts'
import { type BinOrder, binOrderOf, groupBins } from '../pairs/group-bins.ts'
import { layCells } from '../pairs/lay-cells.ts'
import { columnMargins, reconcileMargins } from '../pairs/reconcile-margins.ts'
import { suspectOrders } from '../pairs/suspect-orders.ts'
import { epsilonOfExponentialRho } from '../private/privacy-accountant.ts'
import { spend } from '../private/privacy-ledger.ts'
import type { MeasuredColumns, Measuring } from './measure-columns.ts'
import { measureOrders } from './measure-orders.ts'
import {
  type BinGroups,
  type CellTable,
  independentCounts,
  type NoisyPairs,
  type PairTable,
  spreadOverBins,
  sumByCell,
  sumByGroup,
  sumByGroups,
  ungrouped,
} from './pair-tables.ts'
import { isSure, planLooks, planPairs, planSecondLook } from './plan-pairs.ts'

/** Holds the noisy tables of pairs, the columns' counts per bin that agree with the first look, and orders of columns. */
export type MeasuredPairs = { pairs: NoisyPairs; margins: Float64Array[]; orders: KeptOrder[] }

/**
 * Measures pairs of columns in two looks. The first counts all pairs in groups of bins. The second counts those that
 * proved dependent in finer cells, fixed by what the first has shown. Where the budget does not pay for all pairs, there is
 * one look, at those that are furthest from independent. Columns of the context come first, and are not paired with each
 * other.
 *
 * Guarantee: each table is a histogram over the training rows. Its cells are fixed before it is counted, by the noisy
 * columns, for the second look also by the noisy tables of the first, and never by an exact count; the cells of a pair
 * are disjoint, so a row is in one of them, and one row more or less changes one count by 1 (L2 sensitivity 1). Noise
 * sigma on every cell then costs rho = 1 / (2 sigma^2) per table, and rho of all tables of both looks adds up (adaptive
 * composition, Bun and Steinke, 2016). Exact counts per pair of bins, from which both looks are summed, stay in this
 * file. What is chosen and laid out between the looks sees noisy tables only, and is free; where the first look chooses
 * pairs itself, the exponential mechanism is paid for.
 */
export async function measurePairs(
  measuring: Measuring,
  measured: MeasuredColumns,
): Promise<MeasuredPairs> {
  const rho = measuring.plan.share.pairs
  const { count } = measured.total
  const pairCount = pairsOf(measured).length
  const { rhoOfFirst, groupLimit } = planLooks(rho, pairCount, count)
  const orders = [...measured.context, ...measured.columns].map(binOrderOf)
  const own = columnMargins(measured)
  const groups = own.map(({ weights }, j) => groupBins(weights, groupLimit, at(orders, j), true))
  const exact = await countPairs(measuring, measured)
  const ofAll = planPairs(rhoOfFirst, pairCount, meanCells(exact, groups), count)
  // Pairs that had to be chosen at first have no second look.
  const rhoOfSecond = ofAll.count < pairCount ? 0 : rho - rhoOfFirst
  const first = lookFirst(measuring, exact, groups, measured, rho - rhoOfSecond)
  const margins = reconcileMargins(own, first, count)
  const seen = { ...first, gauged: gaugePairs(first, margins, count), margins, orders }
  const found = await lookAtOrders(measuring, seen, measured, rhoOfSecond)
  const closer = lookCloser(measuring, exact, seen, measured, rhoOfSecond - found.spent)
  return { pairs: { ...first, closer }, margins, orders: found.orders }
}

/** Measures pairs bin by bin in one look that has the whole budget, as the transitions of a series need them. */
export async function measureFullPairs(
  measuring: Measuring,
  measured: MeasuredColumns,
): Promise<MeasuredPairs> {
  const own = columnMargins(measured)
  const groups = own.map(({ weights }) => ungrouped(weights.length))
  const exact = await countPairs(measuring, measured)
  const first = lookFirst(measuring, exact, groups, measured, measuring.plan.share.pairs)
  const margins = reconcileMargins(own, first, measured.total.count)
  return { pairs: { ...first, closer: [] }, margins, orders: [] }
}

function pairsOf({ context, columns }: MeasuredColumns): { a: number; b: number }[] {
  const places = [...context, ...columns].map((_, place) => place)
  return places.flatMap((a) => places.slice(Math.max(a + 1, context.length)).map((b) => ({ a, b })))
}

/** Counts rows per pair of bins. Exact; never leaves this file. */
async function countPairs(
  { measure, onFraction, signal }: Measuring,
  measured: MeasuredColumns,
): Promise<PairTable[]> {
  const pairs = pairsOf(measured)
  const binned = [...measured.context, ...measured.columns].map(countedBins)
  const counts = await measure.countTables(pairs.map(({ a, b }) => [at(binned, a), at(binned, b)]))
  throwIfAborted(signal)
  onFraction(1)
  return pairs.map((pair, i) => ({ ...pair, counts: at(counts, i) }))
}

/** Returns the mean size of some pairs' tables over groups. */
function meanCells(pairs: PairTable[], groups: BinGroups[]): number {
  const cells = pairs.reduce((sum, { a, b }) => sum + at(groups, a).count * at(groups, b).count, 0)
  return cells / Math.max(1, pairs.length)
}

type FirstLook = Omit<NoisyPairs, 'closer'>

/** Spends `rho` on tables over groups of bins. */
function lookFirst(
  { ledger, random }: Measuring,
  exact: PairTable[],
  groups: BinGroups[],
  measured: MeasuredColumns,
  rho: number,
): FirstLook {
  const total = measured.total.count
  const { count, rhoOfChoice, sigma } = planPairs(
    rho,
    exact.length,
    meanCells(exact, groups),
    total,
  )
  let grouped = exact.map(({ a, b, counts }) => ({
    a,
    b,
    counts: sumByGroups(counts, at(groups, a), at(groups, b)),
  }))
  if (count < grouped.length) {
    const margins = columnMargins(measured).map(({ weights }, j) =>
      sumByGroup(weights, at(groups, j)),
    )
    const scores = grouped.map((table) => dependenceScore(table, margins, total))
    spend(ledger, 'choice of pairs of columns', rhoOfChoice)
    const epsilon = epsilonOfExponentialRho(rhoOfChoice / count)
    grouped = chooseBest(scores, count, epsilon, random).map((i) => at(grouped, i))
  }
  spend(ledger, `${grouped.length} pairs of columns`, grouped.length / (2 * sigma * sigma))
  const tables = grouped.map((table) => ({
    ...table,
    counts: addNoise(table.counts, sigma, random),
  }))
  return { groups, tables, sigma }
}

/** Holds what the first look has shown. */
type Seen = FirstLook & { gauged: GaugedPair[]; margins: Float64Array[]; orders: BinOrder[] }

function gaugePairs(
  { groups, tables, sigma }: FirstLook,
  margins: Float64Array[],
  total: number,
): GaugedPair[] {
  return tables.map((table) =>
    gaugePair(
      table,
      sumByGroup(at(margins, table.a), at(groups, table.a)),
      sumByGroup(at(margins, table.b), at(groups, table.b)),
      sigma,
      total,
    ),
  )
}

/** The likely counts of a pair by bins, from the first look. */
function predictedCounts(seen: Seen, pair: number): Float64Array {
  const { a, b } = at(seen.tables, pair)
  return spreadOverBins(at(seen.gauged, pair).counts, sideOf(seen, a), sideOf(seen, b))
}

const sideOf = ({ margins, groups, orders }: Seen, j: number) => ({
  margin: at(margins, j),
  groups: at(groups, j),
  order: at(orders, j),
})

/** Has the orders counted that surely dependent pairs seem to keep; at most `rho` is there for it. */
async function lookAtOrders(
  measuring: Measuring,
  seen: Seen,
  { context, columns, total }: MeasuredColumns,
  rho: number,
): ReturnType<typeof measureOrders> {
  if (rho <= 0) return { orders: [], spent: 0 }
  const own = [...context.map(() => null), ...columns]
  const dependent = seen.tables.flatMap(({ a, b }, pair) =>
    isSure(at(seen.gauged, pair))
      ? [{ a, b, counts: predictedCounts(seen, pair), strength: at(seen.gauged, pair).strength }]
      : [],
  )
  const suspected = suspectOrders(own, dependent, seen.margins)
  return await measureOrders(measuring, own, suspected, rho, total.count)
}

/**
 * Spends `rho` on the pairs that are surely dependent by the first look, in cells laid by its noisy counts. Exact counts
 * neither choose pairs nor shape cells.
 */
function lookCloser(
  { ledger, random }: Measuring,
  exact: PairTable[],
  seen: Seen,
  { columns: own, total }: MeasuredColumns,
  rho: number,
): CellTable[] {
  if (rho <= 0) return []
  const looks = planSecondLook(seen.gauged, rho, own.length, total.count)
  if (looks.length === 0) return []
  const laid = looks.map((look) => {
    const { a, b } = at(seen.tables, look.pair)
    const [sideA, sideB] = [sideOf(seen, a), sideOf(seen, b)]
    const cells = layCells(sideA, sideB, predictedCounts(seen, look.pair), look.limit)
    return { ...look, a, b, cells }
  })
  const spent = laid.reduce((sum, { sigma }) => sum + 1 / (2 * sigma * sigma), 0)
  spend(ledger, `${laid.length} pairs of columns more closely`, spent)
  return laid.map(({ a, b, cells, sigma }) => {
    const { counts } = exact.find((table) => table.a === a && table.b === b)!
    const noisy = addNoise(sumByCell(counts, cells), sigma, random)
    return { a, b, cellOf: cells.cellOf, counts: noisy, sigma }
  })
}

/**
 * Returns the distance of two columns from independence: the L1 distance between their counts and
 * the product of their margins. Margins are noisy releases, so one row more or less changes the
 * score by at most 1.
 */
export function dependenceScore(
  { a, b, counts }: PairTable,
  margins: Float64Array[],
  total: number,
): number {
  const expected = independentCounts(at(margins, a), at(margins, b), total)
  return counts.reduce((sum, count, cell) => sum + Math.abs(count - at(expected, cell)), 0)
}

/** Positions of `count` high scores, each drawn from those left by an exponential mechanism. */
function chooseBest(
  scores: number[],
  count: number,
  epsilon: number,
  random: Measuring['random'],
): number[] {
  const left = [...scores.keys()]
  return Array.from({ length: count }, () => {
    const picked = exponentialMechanism(
      left.map((i) => at(scores, i)),
      epsilon,
      random,
    )
    return left.splice(picked, 1)[0]!
  })
}

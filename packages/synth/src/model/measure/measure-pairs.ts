import { addNoise } from '../../random/discrete-gaussian.ts'
import { exponentialMechanism } from '../../random/exponential-mechanism.ts'
import { throwIfAborted } from '../../schema/synthesis-error.ts'
import { countedBins } from '../fitted-model.ts'
import { normSub } from '../private/norm-sub.ts'
import { epsilonOfExponentialRho } from '../private/privacy-accountant.ts'
import { spend } from '../private/privacy-ledger.ts'
import { sumByBin } from '../protected/merge-bins.ts'
import type { MeasuredColumns, Measuring } from './measure-columns.ts'
import { independentCounts, type NoisyPairs, type PairTable } from './pair-tables.ts'
import { planPairs } from './plan-pairs.ts'

/**
 * Measures all pairs of columns, or as many as the budget pays for: those that are furthest from independent. Columns of the
 * context come first, and are not paired with each other.
 */
export async function measurePairs(
  measuring: Measuring,
  { columns, context, contextMargins, total }: MeasuredColumns,
): Promise<NoisyPairs> {
  const { plan, ledger, random } = measuring
  let exact = await countPairs(measuring, [...context, ...columns], context.length)
  const cells = exact.reduce((sum, { counts }) => sum + counts.length, 0)
  const { count, rhoOfChoice, sigma } = planPairs(
    plan.share.pairs,
    exact.length,
    cells / Math.max(1, exact.length),
    total.count,
  )
  if (count < exact.length) {
    const margins = [
      ...contextMargins.map(({ counts }) => normSub(counts, total.count)),
      ...columns.map(({ binning }) => sumByBin(binning.cellWeights, binning)),
    ]
    const scores = exact.map((table) => dependenceScore(table, margins, total.count))
    spend(ledger, 'choice of pairs of columns', rhoOfChoice)
    const epsilon = epsilonOfExponentialRho(rhoOfChoice / count)
    exact = chooseBest(scores, count, epsilon, random).map((i) => exact[i]!)
  }
  spend(ledger, `${exact.length} pairs of columns`, exact.length / (2 * sigma * sigma))
  const tables = exact.map((table) => ({ ...table, counts: addNoise(table.counts, sigma, random) }))
  return { tables, sigma }
}

/** Exact; never leaves this file. */
async function countPairs(
  { measure, onFraction, signal }: Measuring,
  columns: MeasuredColumns['columns'],
  contextCount: number,
): Promise<PairTable[]> {
  const places = [...columns.keys()]
  const pairs = places.flatMap((a) =>
    places.slice(Math.max(a + 1, contextCount)).map((b) => ({ a, b })),
  )
  const binned = columns.map(countedBins)
  const counts = await measure.countTables(pairs.map(({ a, b }) => [binned[a]!, binned[b]!]))
  throwIfAborted(signal)
  onFraction(1)
  return pairs.map((pair, i) => ({ ...pair, counts: counts[i]! }))
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
  const expected = independentCounts(margins[a]!, margins[b]!, total)
  return counts.reduce((sum, count, cell) => sum + Math.abs(count - expected[cell]!), 0)
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
      left.map((i) => scores[i]!),
      epsilon,
      random,
    )
    return left.splice(picked, 1)[0]!
  })
}

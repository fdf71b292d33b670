import { addNoise } from '../rng/discrete-gaussian.ts'
import { exponentialMechanism } from '../rng/exponential-mechanism.ts'
import { throwIfAborted } from '../schema/synthesis-error.ts'
import { type CliqueModel, cliquesOfTree } from './clique-model.ts'
import { countedBins, type FittedColumn, type FittedModel } from './fitted-model.ts'
import { addClique, columnsOf, growthScore, listGrowths } from './grow-cliques.ts'
import { spend } from './ledger.ts'
import type { MeasuredColumns, Measuring } from './measure-columns.ts'
import { sumByBin } from './merge-bins.ts'
import { epsilonOfExponentialRho, sigmaOfRho } from './privacy-accountant.ts'
import { chooseTree, dependenceScore, type Tree } from './spanning-tree.ts'
import { fitTreeModel } from './tree-model.ts'

/** Exact counts of every pair of columns, `pairs[a][b]` for a < b; never leaves this file. */
type PairCounts = Float64Array[][]

/** Chooses and measures the columns that belong together, and fits the model. */
export async function fitModel(
  measuring: Measuring,
  measured: MeasuredColumns,
): Promise<FittedModel> {
  const { columns } = measured
  const pairs = await countPairs(measuring, columns)
  const tree = await measureTree(measuring, measured, pairs)
  return { ...measured, cliques: await growModel(measuring, columns, tree, pairs) }
}

async function countPairs(
  { measure, onFraction, signal }: Measuring,
  columns: FittedColumn[],
): Promise<PairCounts> {
  const pairs: PairCounts = columns.map(() => [])
  for (const [a, first] of columns.entries()) {
    throwIfAborted(signal)
    for (let b = a + 1; b < columns.length; b++)
      pairs[a]![b] = await measure.countTable([countedBins(first), countedBins(columns[b]!)])
    onFraction((0.8 * (a + 1)) / columns.length)
  }
  return pairs
}

async function measureTree(
  measuring: Measuring,
  { columns, total }: MeasuredColumns,
  pairs: PairCounts,
): Promise<CliqueModel> {
  const oneWay = columns.map(({ marginal, binning }) => ({
    counts: sumByBin(marginal.noisy, binning),
    variances: sumByBin(marginal.variances, binning),
  }))
  if (columns.length === 1) {
    const root = { order: [0], parent: Int32Array.of(-1) }
    return cliquesOfTree(fitTreeModel(root, oneWay, [null], 1, total.count))
  }
  const tree = selectTree(measuring, columns, total.count, pairs)
  const sigma = sigmaOfRho(measuring.plan.share.edges / (columns.length - 1))
  const edges = await measureEdges(measuring, columns, tree, sigma)
  return cliquesOfTree(fitTreeModel(tree, oneWay, edges, sigma, total.count))
}

function selectTree(
  { plan, ledger, random }: Measuring,
  columns: FittedColumn[],
  total: number,
  pairs: PairCounts,
): Tree {
  const margins = columns.map(({ binning }) => sumByBin(binning.cellWeights, binning))
  const scores = columns.map((_, a) =>
    Float64Array.from(columns, (_, b) =>
      a < b ? dependenceScore(pairs[a]![b]!, margins[a]!, margins[b]!, total) : 0,
    ),
  )
  spend(ledger, 'choice of related columns', plan.share.tree)
  const epsilon = epsilonOfExponentialRho(plan.share.tree / (columns.length - 1))
  return chooseTree(scores, epsilon, random)
}

async function measureEdges(
  measuring: Measuring,
  columns: FittedColumn[],
  tree: Tree,
  sigma: number,
): Promise<(Float64Array | null)[]> {
  const edges: (Float64Array | null)[] = []
  for (const [child, column] of columns.entries()) {
    const parent = columns[tree.parent[child]!]
    edges.push(parent ? await measureTable(measuring, [parent, column], sigma) : null)
  }
  return edges
}

/** Counts a few columns together and adds noise at once; paid before. */
async function measureTable(
  { measure, ledger, random }: Measuring,
  columns: FittedColumn[],
  sigma: number,
): Promise<Float64Array> {
  const names = columns.map(({ schema }) => schema.name)
  spend(ledger, names.join(' with '), 1 / (2 * sigma * sigma))
  return addNoise(await measure.countTable(columns.map(countedBins)), sigma, random)
}

/** Rounds of growth: as many as columns, half of that where the budget is too small for so many. */
function growthRounds(epsilon: number, columnCount: number): number {
  return epsilon > 1 ? columnCount : Math.ceil(columnCount / 2)
}

async function growModel(
  measuring: Measuring,
  columns: FittedColumn[],
  tree: CliqueModel,
  pairs: PairCounts,
): Promise<CliqueModel> {
  const { plan, ledger, random, onFraction, signal } = measuring
  const rounds = growthRounds(plan.epsilon, columns.length)
  const sigma = sigmaOfRho(plan.share.growth / rounds)
  const rhoPerChoice = plan.share.growthChoice / rounds
  const known = new Map<string, number>()
  let model = tree
  for (let round = 0; round < rounds; round++) {
    throwIfAborted(signal)
    const growths = listGrowths(model)
    if (growths.length === 0) return model
    const scores = growths.map((growth) => {
      const key = columnsOf(growth).join()
      const score = known.get(key) ?? growthScore(model, growth, pairs[growth.a]![growth.b]!, sigma)
      known.set(key, score)
      return score
    })
    spend(ledger, 'choice of columns to join', rhoPerChoice)
    const chosen = exponentialMechanism(scores, epsilonOfExponentialRho(rhoPerChoice), random)
    const growth = growths[chosen]!
    const members = columnsOf(growth).map((position) => columns[position]!)
    model = addClique(model, growth, await measureTable(measuring, members, sigma), sigma)
    onFraction(0.8 + (0.2 * (round + 1)) / rounds)
  }
  return model
}

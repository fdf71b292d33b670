import type { FittedColumn, FittedModel } from '../fit/fitted-model.ts'
import { spend } from '../fit/ledger.ts'
import { sumByBin } from '../fit/merge-bins.ts'
import { epsilonOfExponentialRho, sigmaOfRho } from '../fit/privacy-accountant.ts'
import { chooseTree, dependenceScore, type Tree } from '../fit/spanning-tree.ts'
import { fitTreeModel, type TreeModel } from '../fit/tree-model.ts'
import { addNoise } from '../rng/discrete-gaussian.ts'
import { countPair } from './coded-tables.ts'
import { throwIfAborted } from './database.ts'
import type { MeasuredColumns, Measuring } from './measure-columns.ts'

type Total = FittedModel['total']

/** Chooses and measures the pairs of columns that make the tree, and fits the model. */
export async function fitModel(
  measuring: Measuring,
  measured: MeasuredColumns,
): Promise<FittedModel> {
  return { ...measured, tree: await measureTree(measuring, measured.columns, measured.total) }
}

async function measureTree(
  measuring: Measuring,
  columns: FittedColumn[],
  total: Total,
): Promise<TreeModel> {
  const oneWay = columns.map(({ marginal, binning }) => ({
    counts: sumByBin(marginal.noisy, binning),
    variances: sumByBin(marginal.variances, binning),
  }))
  if (columns.length === 1) {
    return fitTreeModel({ order: [0], parent: Int32Array.of(-1) }, oneWay, [null], 1, total.count)
  }
  const tree = await selectTree(measuring, columns, total)
  const sigma = sigmaOfRho(measuring.plan.share.edges / (columns.length - 1))
  const edges = await measureEdges(measuring, columns, tree, sigma)
  return fitTreeModel(tree, oneWay, edges, sigma, total.count)
}

async function selectTree(
  { connection, plan, ledger, random, onFraction, signal }: Measuring,
  columns: FittedColumn[],
  total: Total,
): Promise<Tree> {
  const margins = columns.map(({ binning }) => sumByBin(binning.cellWeights, binning))
  const scores = columns.map(() => new Float64Array(columns.length))
  for (const [a, first] of columns.entries()) {
    throwIfAborted(signal)
    for (let b = a + 1; b < columns.length; b++) {
      const [binsA, binsB] = [first.binning.binCount, columns[b]!.binning.binCount]
      const counts = await countPair(connection, first.index, columns[b]!.index, binsA, binsB)
      scores[a]![b] = dependenceScore(counts, margins[a]!, margins[b]!, total.count)
    }
    onFraction((0.9 * (a + 1)) / columns.length)
  }
  spend(ledger, 'choice of related columns', plan.share.tree)
  const epsilon = epsilonOfExponentialRho(plan.share.tree / (columns.length - 1))
  return chooseTree(scores, epsilon, random)
}

async function measureEdges(
  { connection, ledger, random }: Measuring,
  columns: FittedColumn[],
  tree: Tree,
  sigma: number,
): Promise<(Float64Array | null)[]> {
  const edges: (Float64Array | null)[] = []
  for (const [child, column] of columns.entries()) {
    const parent = columns[tree.parent[child]!]
    if (!parent) {
      edges.push(null)
      continue
    }
    const [rows, width] = [parent.binning.binCount, column.binning.binCount]
    const counts = await countPair(connection, parent.index, column.index, rows, width)
    spend(ledger, `${parent.schema.name} with ${column.schema.name}`, 1 / (2 * sigma * sigma))
    edges.push(addNoise(counts, sigma, random))
  }
  return edges
}

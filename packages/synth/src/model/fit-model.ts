import type { PrivateModel } from './fitted-model.ts'
import type { MeasuredColumns, Measuring } from './measure/measure-columns.ts'
import { measurePairs } from './measure/measure-pairs.ts'
import { noisyBins } from './protected/merge-bins.ts'
import { fitTreeModel } from './tree-model.ts'

/** Measures which columns go together, and how; see sample/sample-pairs.ts for how rows are made of it. */
export async function fitModel(
  measuring: Measuring,
  measured: MeasuredColumns,
): Promise<PrivateModel> {
  const { columns, contextMargins, total } = measured
  const pairs = await measurePairs(measuring, measured)
  const oneWay = [
    ...contextMargins,
    ...columns.map(({ marginal, binning }) => noisyBins(marginal, binning)),
  ]
  const tree = fitTreeModel(oneWay, pairs, total.count, contextMargins.length)
  return { ...measured, tree, pairs }
}

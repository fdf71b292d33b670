import type { FittedColumns, KeptOrder, PrivateModel } from './fitted-model.ts'
import type { MeasuredColumns, Measuring } from './measure/measure-columns.ts'
import { type MeasuredPairs, measurePairs } from './measure/measure-pairs.ts'
import type { NoisyPairs } from './measure/pair-tables.ts'
import { findDetermined } from './pairs/determined-columns.ts'
import { fitTreeModel } from './tree-model.ts'

/**
 * Measures which columns go together, and how, by `measureTables`; see draw/sample-pairs.ts for how rows are made of it.
 */
export async function fitModel(
  measuring: Measuring,
  measured: MeasuredColumns,
  measureTables: (
    measuring: Measuring,
    measured: MeasuredColumns,
  ) => Promise<MeasuredPairs> = measurePairs,
): Promise<PrivateModel> {
  const { pairs, margins, orders } = await measureTables(measuring, measured)
  const { contextMargins: _, ...columns } = measured
  return modelOfPairs(columns, margins, pairs, orders)
}

/** Derives which columns follow from others and the tree of the others. Post-processing of noisy counts, so it costs nothing. */
export function modelOfPairs(
  columns: FittedColumns,
  margins: Float64Array[],
  pairs: NoisyPairs,
  orders: KeptOrder[],
): PrivateModel {
  const { count } = columns.total
  const givenCount = columns.context.length
  const determined = findDetermined(pairs, margins, count, givenCount)
  const apart = new Set(determined.map(({ column }) => column))
  const tree = fitTreeModel(margins, pairs, count, givenCount, apart)
  return { ...columns, tree, pairs, determined, orders }
}

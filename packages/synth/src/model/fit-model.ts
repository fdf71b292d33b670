import type { PrivateModel } from './fitted-model.ts'
import type { MeasuredColumns, Measuring } from './measure/measure-columns.ts'
import { type MeasuredPairs, measurePairs } from './measure/measure-pairs.ts'
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
  const { count } = measured.total
  const givenCount = measured.context.length
  const { pairs, margins } = await measureTables(measuring, measured)
  const determined = findDetermined(pairs, margins, count, givenCount)
  const apart = new Set(determined.map(({ column }) => column))
  const tree = fitTreeModel(margins, pairs, count, givenCount, apart)
  return { ...measured, tree, pairs, determined }
}

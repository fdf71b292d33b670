import type { FittedColumn, FittedModel } from '../../model/fitted-model.ts'
import { isModeled } from '../../schema/column-schema.ts'
import { type Condition, narrowColumn } from './condition.ts'
import { rootPairs } from './root-pairs.ts'
import { rootTrees } from './root-trees.ts'
import type { RootedBins } from './rooted-bins.ts'

/** Holds a model whose conditioned columns have the values alone that meet the conditions, and how its bins are drawn. */
export type RootedModel = { model: FittedModel; bins: RootedBins }

/**
 * Returns how rows are drawn that meet the conditions on modeled columns; those on others have to be met by chance. Null
 * if no condition is on a modeled column. The conditions have to be readable.
 */
export function rootModel(model: FittedModel, where: Condition[]): RootedModel | null {
  const ranges = model.rules.plan.ranges
  const narrowed = new Map<number, FittedColumn>()
  for (const [place, column] of model.columns.entries()) {
    const own = where.filter(
      (condition) =>
        condition.column === model.schemas[column.index]?.name && isModeled(column.schema.kind),
    )
    const range = ranges[column.index] ?? { low: -Infinity, high: Infinity }
    if (own.length > 0) narrowed.set(place, narrowColumn(column, own, range))
  }
  if (narrowed.size === 0) return null
  const bins = 'trees' in model ? rootTrees(model, narrowed) : rootPairs(model, narrowed)
  const columns = model.columns.map((column, place) => narrowed.get(place) ?? column)
  return { model: { ...model, columns }, bins }
}

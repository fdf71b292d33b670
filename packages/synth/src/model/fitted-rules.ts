import { refusedRule } from '../schema/rules/rule-plan.ts'
import type { FittedColumn, FittedColumns } from './fitted-model.ts'
import { OTHER_LABEL } from './measure/discover-categories.ts'

/** Returns the cells of a fitted column, with the one for missing values. */
export function cellsOfColumn({ binning }: FittedColumn): number {
  return binning.binOfCell.length
}

/** Combinations of cells that one dependency may have: 32 MB of counts. */
const MAX_COMBINATIONS = 4_000_000

/** Refuses a dependency of the last of some columns on the others that cannot be counted. */
export function refuseManyCombinations(members: FittedColumn[]): void {
  if (members.reduce((size, member) => size * cellsOfColumn(member), 1) <= MAX_COMBINATIONS) return
  throw refusedRule(
    `The dependency of "${members.at(-1)!.schema.name}" has too many combinations of values to be measured: declare its mapping, or fewer columns that it depends on.`,
  )
}

/**
 * Returns the cell of rare categories: that of the label they are written as, if the original has
 * it too.
 */
export function poolCell(labels: string[]): number {
  const same = labels.indexOf(OTHER_LABEL)
  return same < 0 ? labels.length : same
}

/** Returns the model with the delivered columns: computed ones included, differences left out. */
export function asDelivered<Model extends FittedColumns>(model: Model): Model {
  const own = model.columns.filter(({ index }) => index < model.rules.plan.width)
  const columns = [...own, ...model.rules.alone.values()].sort((a, b) => a.index - b.index)
  return { ...model, columns }
}

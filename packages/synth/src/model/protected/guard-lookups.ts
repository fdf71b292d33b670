import type { RandomSource } from '../../random/random-source.ts'
import { cellAt } from '../../schema/infer/grid.ts'
import { measuredLookups, type RulePlan } from '../../schema/rules/rule-plan.ts'
import type { FittedColumn, FittedLookup } from '../fitted-model.ts'
import { cellsOfColumn, poolCell, refuseManyCombinations } from '../fitted-rules.ts'
import { lookupOfCounts } from '../lookup-results.ts'
import type { TrainingRows } from '../training-rows.ts'
import { MIN_BIN_ROWS } from './guarded-cells.ts'

/** Builds the lookups of dependencies from combinations of values that enough rows have. */
export async function guardLookups(
  rows: TrainingRows,
  plan: RulePlan,
  columns: Map<number, FittedColumn>,
  random: RandomSource,
): Promise<Map<number, FittedLookup>> {
  const fitted = new Map<number, FittedLookup>()
  for (const { on, column } of measuredLookups(plan)) {
    const members = [...on, column].map((index) => columns.get(index)!)
    refuseManyCombinations(members)
    const combinations = new Int32Array(rows.rowCount)
    for (const member of members) {
      const cells = cellsOfColumn(member)
      const values = await rows.readColumn(member.index)
      const cellOf = cellFinder(member)
      for (let row = 0; row < rows.rowCount; row++)
        combinations[row] = combinations[row]! * cells + cellOf(values[row]!)
    }
    const counts = guardedCounts(combinations, members)
    fitted.set(column, lookupOfCounts(members.slice(0, -1), members.at(-1)!, counts, random))
  }
  return fitted
}

/**
 * Counts the combinations with enough rows. Where no value has enough, uses the commonest of the
 * whole column.
 */
function guardedCounts(combinations: Int32Array, members: FittedColumn[]): Float64Array {
  const width = cellsOfColumn(members.at(-1)!)
  const counts = new Float64Array(members.reduce((size, m) => size * cellsOfColumn(m), 1))
  for (const combination of combinations) counts[combination]!++
  for (let i = 0; i < counts.length; i++) if (counts[i]! < MIN_BIN_ROWS) counts[i] = 0
  const { cellWeights } = members.at(-1)!.binning
  const commonest = cellWeights.indexOf(cellWeights.reduce((a, b) => Math.max(a, b)))
  for (let start = 0; start < counts.length; start += width) {
    if (!counts.subarray(start, start + width).some((count) => count > 0))
      counts[start + commonest] = 1
  }
  return counts
}

function cellFinder({ values, binning }: FittedColumn): (value: number) => number {
  const missing = binning.binOfCell.length - 1
  if (values.type === 'grid')
    return (value) => (Number.isNaN(value) ? missing : cellAt(values.grid, value))
  const cells = new Map(values.codes.map((code, cell) => [code, cell]))
  const pool = poolCell(values.labels)
  return (value) => (Number.isNaN(value) ? missing : (cells.get(value) ?? pool))
}

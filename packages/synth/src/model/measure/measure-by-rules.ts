import { addNoise } from '../../random/discrete-gaussian.ts'
import { type Lookup, measuredLookups, type RulePlan } from '../../schema/rules/rule-plan.ts'
import type { FittedColumn, FittedLookup } from '../fitted-model.ts'
import { cellsOfColumn, poolCell, refuseManyCombinations } from '../fitted-rules.ts'
import { fittedRules, lookupOfCounts } from '../lookup-results.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { spend } from '../private/privacy-ledger.ts'
import type { BinSource } from './measure.ts'
import {
  binColumns,
  binSource,
  type MeasuredColumns,
  type Measuring,
  measureColumns,
} from './measure-columns.ts'
import type { FittedParent } from './measure-context.ts'

/**
 * Measures every column of a plan on its own, those of a parent in this table's rows, and what dependencies look up. A
 * column that is looked up has no pairs to measure, so its mapping is paid from theirs: `measuring` comes back with the
 * pairs' share that is left.
 */
export async function measureByRules(
  measuring: Measuring,
  plan: RulePlan,
  parent: FittedParent | null = null,
  isSeries = false,
): Promise<{ measuring: Measuring; columns: MeasuredColumns }> {
  const marginals = await measureColumns(measuring, plan, parent, isSeries)
  const { columns, context } = marginals
  const modeled = columns.filter(({ index }) => plan.uses[index] === 'modeled')
  const byIndex = new Map(columns.map((column) => [column.index, column]))
  const looked = measuredLookups(plan)
  const { pairs } = measuring.plan.share
  const rhoPerLookup = pairs / (2 * Math.max(1, modeled.length + looked.length))
  const lookups = await measureLookups(measuring, looked, byIndex, rhoPerLookup)
  if (looked.length > 0) await binColumns(measuring, [...context, ...columns])
  const rules = fittedRules(plan, byIndex, lookups)
  const share = { ...measuring.plan.share, pairs: pairs - looked.length * rhoPerLookup }
  return {
    measuring: { ...measuring, plan: { ...measuring.plan, share } },
    columns: {
      ...marginals,
      schemas: plan.schemas.slice(0, plan.width),
      columns: modeled,
      rules,
    },
  }
}

/** Counts the finest cells of the columns together: one row is in one cell of each table. */
async function measureLookups(
  measuring: Measuring,
  lookups: Lookup[],
  columns: Map<number, FittedColumn>,
  rho: number,
): Promise<Map<number, FittedLookup>> {
  const { measure, ledger, random } = measuring
  const fitted = new Map<number, FittedLookup>()
  if (lookups.length === 0) return fitted
  const involved = new Set(lookups.flatMap(({ on, column }) => [...on, column]))
  await measure.bin(new Map([...involved].map((j) => [j, finestBins(columns.get(j)!)])))
  for (const { on, column } of lookups) {
    const members = [...on, column].map((index) => columns.get(index)!)
    const names = members.map(({ schema }) => schema.name)
    refuseManyCombinations(members)
    const shape = members.map((member) => ({
      index: member.index,
      binCount: cellsOfColumn(member),
    }))
    spend(ledger, `${names.at(-1)} by ${names.slice(0, -1).join(', ')}`, rho)
    const counts = addNoise(await measure.countTable(shape), sigmaOfRho(rho), random)
    fitted.set(column, lookupOfCounts(members.slice(0, -1), members.at(-1)!, counts, random))
  }
  return fitted
}

function finestBins(column: FittedColumn): BinSource {
  const cells = cellsOfColumn(column)
  const binOfCell = Int32Array.from({ length: cells }, (_, cell) => cell)
  const source = binSource({
    ...column,
    binning: { ...column.binning, binOfCell, binCount: cells },
  })
  return column.values.type === 'labels' && source.type === 'codes'
    ? { ...source, otherBin: poolCell(column.values.labels) }
    : source
}

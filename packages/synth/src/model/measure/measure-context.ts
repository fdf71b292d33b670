import { addNoise } from '../../random/discrete-gaussian.ts'
import type { RandomSource } from '../../random/random-source.ts'
import { countedBins, type FittedColumn, type FittedColumns } from '../fitted-model.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { type PrivacyLedger, spend } from '../private/privacy-ledger.ts'
import { mergeBins, type NoisyMargin } from '../protected/merge-bins.ts'
import type { Measure } from './measure.ts'

/** Describes the fitted parent of a table. */
export type FittedParent = Pick<FittedColumns, 'columns' | 'total'> & { name: string }

/**
 * Builds the axis of the parent's modeled columns in their order, found in the child from position
 * `first` on: in at most `binLimit` bins, or without it in their existing ones.
 */
export function buildContextAxis(
  { name, columns, total }: FittedParent,
  first: number,
  binLimit?: number,
): FittedColumn[] {
  return columns.map((column, i) => ({
    ...column,
    index: first + i,
    schema: { ...column.schema, name: `${column.schema.name} of ${name}` },
    binning:
      binLimit === undefined ? column.binning : mergeBins(column.marginal, total.count, binLimit),
  }))
}

/** Counts a child's rows by what their parents have in each column, which `measure` has binned. Costs `rho` for each. */
export async function measureContext(
  { measure, ledger, random }: { measure: Measure; ledger: PrivacyLedger; random: RandomSource },
  columns: FittedColumn[],
  rho: number,
): Promise<NoisyMargin[]> {
  if (columns.length === 0) return []
  for (const { schema } of columns) spend(ledger, `rows by ${schema.name}`, rho)
  const sigma = sigmaOfRho(rho)
  const exact = await measure.countTables(columns.map((column) => [countedBins(column)]))
  return exact.map((counts) => ({
    counts: addNoise(counts, sigma, random),
    variances: counts.map(() => sigma * sigma),
  }))
}

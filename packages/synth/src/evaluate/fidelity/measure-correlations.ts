import { countedBins } from '../../model/fitted-model.ts'
import { cellsOf } from '../../model/measure/cells-of-values.ts'
import { sigmaOfRho } from '../../model/private/privacy-accountant.ts'
import { spend } from '../../model/private/privacy-ledger.ts'
import { withNoise } from '../../random/discrete-gaussian.ts'
import { isOrdered } from '../../schema/column-schema.ts'
import type { Publishing } from '../publish/release.ts'
import type { PublishedReport } from '../report.ts'
import type { TableSample } from '../table-sample.ts'
import {
  correlationOfMoment,
  crossMoment,
  MOMENT_SENSITIVITY,
  standardizeColumn,
} from './moment-correlation.ts'
import { pearson } from './pair-trends.ts'

const MAX_CORRELATED_COLUMNS = 12
/** Standard deviation of a published correlation above which it would mislead. */
const MAX_NOISE = 0.1

/**
 * Pearson matrices of the first 12 ordered columns, values taken at the mean of their bins and
 * clipped at 3 deviations. The original's side comes from one noisy cross moment per pair. Null
 * for fewer than two such columns, or too few rows to show anything above the noise.
 */
export async function measureCorrelations(
  { measure, model, ledger, random, plan }: Publishing,
  twin: TableSample,
): Promise<PublishedReport['correlations']> {
  const columns = model.columns
    .map((column, position) => ({ column, position }))
    .filter(({ column }) => isOrdered(column.schema.kind))
    .slice(0, MAX_CORRELATED_COLUMNS)
    .map(({ column, position }) => {
      const cells = cellsOf(column, twin.columns[position]!)
      const bins = cells.map((cell) => column.binning.binOfCell[cell]!)
      const scaled = standardizeColumn(column)
      return { column, scaled, drawn: Float64Array.from(bins, (bin) => scaled.scoreOfBin[bin]!) }
    })
  const pairCount = (columns.length * (columns.length - 1)) / 2
  const sigma = sigmaOfRho(plan.share.correlations / pairCount, MOMENT_SENSITIVITY)
  if (columns.length < 2 || sigma / model.total.count > MAX_NOISE) return null
  spend(ledger, 'correlations in the report', plan.share.correlations)
  const identity = () => columns.map((_, i) => columns.map((_, k) => (i === k ? 1 : 0)))
  const original: number[][] = identity()
  const synthetic: number[][] = identity()
  const pairs = columns.flatMap((_, i) =>
    columns.slice(i + 1).map((_, k) => [i, i + 1 + k] as const),
  )
  const tables = await measure.countTables(
    pairs.map((pair) => pair.map((place) => countedBins(columns[place]!.column))),
  )
  for (const [p, [i, k]] of pairs.entries()) {
    const [a, b] = [columns[i]!, columns[k]!]
    const moment = withNoise(crossMoment(tables[p]!, a.scaled, b.scaled), sigma, random)
    const real = correlationOfMoment(moment, model.total.count, a.scaled, b.scaled)
    const made = pearson(a.drawn, b.drawn) || 0
    original[i]![k] = original[k]![i] = real
    synthetic[i]![k] = synthetic[k]![i] = made
  }
  return { columns: columns.map(({ column }) => column.schema.name), original, synthetic }
}

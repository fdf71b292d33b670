import { addNoise } from '../../random/discrete-gaussian.ts'
import type { ColumnSchema } from '../../schema/column-schema.ts'
import { decimalGrid, type Grid } from '../../schema/infer/grid.ts'
import type { SeriesPlan } from '../../schema/series-plan.ts'
import { countedBins, type FittedColumn } from '../fitted-model.ts'
import type { MeasuredColumns, Measuring } from '../measure/measure-columns.ts'
import { noisyCellsAndBlocks } from '../private/noisy-blocks.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { spend } from '../private/privacy-ledger.ts'
import { mergeBins } from '../protected/merge-bins.ts'

/** Describes the private measurements of consecutive rows. */
export type MeasuredSequences = {
  gap: FittedColumn
  /** Describes invented devices; named ones are taken from the columns of time and device. */
  devices: { start: FittedColumn; length: FittedColumn } | null
  /**
   * Holds, by position among the measured columns, counts of the previous row's bin by this row's;
   * null for columns that are not modeled.
   */
  lags: (Float64Array | null)[]
  /** The noise on each count of `lags`. */
  sigma: number
}

/**
 * The squared L2 sensitivity of counts of neighbors to a row. Without the row, two pairs of neighbors are gone and one
 * is new: three different cells change by 1, or fewer, for two pairs that are equal bin by bin leave an equal one.
 * Gaps add up instead: two equal ones leave another, so a cell may change by 2.
 */
const SQUARED = { pairs: 3, gaps: 5, firstRows: 3 }
/**
 * Sets the share of the pairs' budget for consecutive rows, and of that, the share of each column
 * that describes the start and the continuation of sequences.
 */
const SEQUENCE_SHARE = 0.4
const ASIDE_SHARE = 0.05

/** Pays for sequences from the pairs' share: `measuring` comes back with what is left of it. */
export async function measureSequences(
  measuring: Measuring,
  measured: MeasuredColumns,
  series: SeriesPlan,
): Promise<{ measuring: Measuring; sequences: MeasuredSequences }> {
  const { plan } = measuring
  const rho = SEQUENCE_SHARE * plan.share.pairs
  const rhoAside = ASIDE_SHARE * rho
  const columnOf = (index: number) => measured.columns.find((column) => column.index === index)
  const time = columnOf(series.time)!
  const schemaOf = (name: string): ColumnSchema => ({ ...time.schema, name, kind: 'integer' })
  const aside = (index: number, name: string, grid: Grid, squared: number) =>
    measureAside(measuring, index, schemaOf(name), grid, rhoAside, squared, measured.total.count)
  const counting = decimalGrid(measured.total.count)
  const gap = await aside(series.gap, 'time between rows', counting, SQUARED.gaps)
  const devices = series.hasMadeUpDevices
    ? {
        start: await aside(series.start, 'starts', gridOf(time), SQUARED.firstRows),
        length: await aside(series.length, 'rows per device', counting, SQUARED.firstRows),
      }
    : null
  const given = [series.time, series.device, series.clock?.column]
  const changing = measured.columns.filter(({ index }) => !given.includes(index))
  const rhoLags = rho - rhoAside * (devices ? 3 : 1)
  const sigma = sigmaOfRho(rhoLags / Math.max(1, changing.length), Math.sqrt(SQUARED.pairs))
  if (changing.length > 0) spend(measuring.ledger, 'rows by the row before', rhoLags)
  const counted = await measuring.measure.countTables(
    changing.map((column) => [{ ...countedBins(column), isBefore: true }, countedBins(column)]),
  )
  const lags = measured.columns.map((column) => {
    const exact = counted[changing.indexOf(column)]
    return exact ? addNoise(exact, sigma, measuring.random) : null
  })
  const share = { ...plan.share, pairs: plan.share.pairs - rho }
  return {
    measuring: { ...measuring, plan: { ...plan, share } },
    sequences: { gap, devices, lags, sigma },
  }
}

function gridOf({ values, schema }: FittedColumn): Grid {
  if (values.type !== 'grid') throw new Error(`${schema.name} has no grid`)
  return values.grid
}

/** A column on its own that is of use to sequences only. Costs `rho`. */
async function measureAside(
  { measure, ledger, random }: Measuring,
  index: number,
  schema: ColumnSchema,
  grid: Grid,
  rho: number,
  squared: number,
  total: number,
): Promise<FittedColumn> {
  spend(ledger, schema.name, rho)
  const exact = await measure.countCells(index, grid)
  const marginal = noisyCellsAndBlocks(exact, grid, rho / squared, random)
  return {
    index,
    schema,
    marginal,
    values: { type: 'grid', grid },
    binning: mergeBins(marginal, total, 1),
  }
}

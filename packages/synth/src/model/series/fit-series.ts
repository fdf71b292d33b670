import { BLOCK_STEPS, type MeasuredSeriesPlan, type SeriesPlan } from '../../schema/series-plan.ts'
import { type ConsistentPairs, consistentPairs } from '../consistent-pairs.ts'
import { fitModel } from '../fit-model.ts'
import type { FittedColumn, PrivateModel, SeriesModel } from '../fitted-model.ts'
import type { MeasuredColumns, Measuring } from '../measure/measure-columns.ts'
import { measureFullPairs } from '../measure/measure-pairs.ts'
import { at } from '../pairs/at.ts'
import { measureSequences } from './measure-sequences.ts'
import { seriesSteps } from './series-steps.ts'

/** A device is there from the first part of time in which it has this share of the rows of its fullest. */
const PRESENT_SHARE = 0.25

/**
 * Measures the dependent columns and the dependence between consecutive rows, and derives the
 * transitions of the columns: maximum-entropy tables with the measured pair counts. Rows are drawn
 * conditional on the given columns (time, its clock and device), on the row before, and column by
 * column along the strongest tree. Assumes of two columns that the past of one reveals nothing
 * about the other beyond its present.
 */
export async function fitSeries(
  measuring: Measuring,
  measured: MeasuredColumns,
  plan: MeasuredSeriesPlan,
): Promise<PrivateModel> {
  const { measuring: left, sequences } = await measureSequences(measuring, measured, plan)
  const model = await fitModel(left, measured, measureFullPairs)
  const clock = model.columns.findIndex(({ index }) => index === plan.clock?.column)
  const pairs = consistentPairs(model, clock)
  const { gap, devices } = sequences
  return {
    ...model,
    series: {
      plan,
      gap,
      devices,
      starts: startsOf(model, plan, pairs),
      steps: seriesSteps(model, sequences, plan, pairs),
      heldTogether: heldTogether(measuring, devices),
    },
  }
}

/** Made-up devices are held out as a whole, others in blocks of time. */
function heldTogether({ plan }: Measuring, devices: SeriesModel['devices']): number {
  if (!devices) return BLOCK_STEPS
  if (plan.unit.entity !== null) return plan.unit.rows
  const { values, binning } = devices.length
  const cell = binning.cellWeights.subarray(0, -1).findLastIndex((weight) => weight > 0)
  return values.type === 'grid' && cell >= 0 ? Math.max(1, at(values.grid.starts, cell + 1) - 1) : 1
}

/** Returns starts by device, from the bins of time in which it has rows. */
function startsOf(model: PrivateModel, plan: SeriesPlan, pairs: ConsistentPairs): Float64Array {
  const placeOf = (index: number | null) =>
    model.columns.findIndex((column) => column.index === index)
  const [time, device] = [placeOf(plan.time), placeOf(plan.device)]
  const column = at(model.columns, time)
  const bins = column.binning.binCount
  const byDevice = device < 0 ? null : pairs.table(device, time)
  const deviceCount = model.columns[device]?.binning.binCount ?? 1
  return Float64Array.from({ length: deviceCount }, (_, d) =>
    startOf(column, byDevice ? byDevice.subarray(d * bins, (d + 1) * bins) : null),
  )
}

function startOf({ values, binning }: FittedColumn, rows: Float64Array | null): number {
  const enough = rows ? PRESENT_SHARE * Math.max(...rows) : 0
  const cell = binning.cellWeights.findIndex(
    (weight, cell) => weight > 0 && (!rows || at(rows, at(binning.binOfCell, cell)) >= enough),
  )
  return values.type === 'grid' ? at(values.grid.starts, Math.max(0, cell)) : 0
}

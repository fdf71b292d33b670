import type { FittedColumn, PrivateModel, SeriesModel } from '../model/fitted-model.ts'
import type { RandomSource } from '../random/random-source.ts'
import { cellAt } from '../schema/infer/grid.ts'
import { slotAt } from '../schema/series-plan.ts'
import { drawSequences, type Sequence } from './draw-sequences.ts'
import { stepDrawer } from './draw-step.ts'
import { type DrawnColumn, drawAlone, labelsWithPool, numbersIn } from './drawn-column.ts'
import { surrogateValue } from './surrogate-values.ts'

export type SeriesRows = {
  /** One array per column of the model. */
  bins: Int32Array[]
  /**
   * Holds, by position in the table, the columns with values more exact than their bins: time and
   * named devices.
   */
  fixed: Map<number, DrawnColumn>
  madeUp: { column: number; names: string[] } | null
}

/** Gaps are drawn so many at a time. */
const BATCH = 10_000

/**
 * Returns a source of `rowCount` rows, sequence by sequence in order of time, each row drawn after
 * the one before. The result does not depend on the sizes of the parts.
 */
export function seriesSampler(
  model: PrivateModel,
  series: SeriesModel,
  rowCount: number,
  random: RandomSource,
): (size: number) => SeriesRows {
  const { plan, steps } = series
  const sequences = drawSequences(model, series, rowCount, random)
  const gapAfter = gapsOf(series, random)
  const writeGiven = givenBins(model, series)
  const row = new Int32Array(model.columns.length)
  const drawers = steps.map((step) => ({ column: step.column, draw: stepDrawer(step, random) }))
  let sequence: Sequence = { device: 0, start: 0, rows: 0 }
  let [left, time, count] = [0, 0, 0]
  let name = ''
  return (size) => {
    const bins = model.columns.map(() => new Int32Array(size))
    const times = new Float64Array(size)
    const devices = new Int32Array(size)
    const names: string[] = []
    for (let i = 0; i < size; i++) {
      const isFirst = left === 0
      if (isFirst) {
        sequence = sequences.next().value!
        ;[left, time] = [sequence.rows, sequence.start]
        if (plan.hasMadeUpDevices)
          name = surrogateValue(model.schemas[plan.device!]!, count++, random)
      } else time += gapAfter()
      left--
      writeGiven(row, time, sequence.device)
      for (const { column, draw } of drawers) row[column] = draw(row, isFirst)
      for (const [j, ofColumn] of bins.entries()) ofColumn[i] = row[j]!
      times[i] = time
      devices[i] = sequence.device
      if (plan.hasMadeUpDevices) names.push(name)
    }
    return {
      bins,
      fixed: fixedColumns(model, series, times, devices),
      madeUp: plan.hasMadeUpDevices ? { column: plan.device!, names } : null,
    }
  }
}

/** Writes the bins of time, clock and device. */
function givenBins(
  { columns }: PrivateModel,
  { plan }: SeriesModel,
): (row: Int32Array, time: number, device: number) => void {
  const placeOf = (index: number | null | undefined) =>
    columns.findIndex((column) => column.index === index)
  const [timePlace, devicePlace] = [placeOf(plan.time), placeOf(plan.device)]
  const clockPlace = placeOf(plan.clock?.column)
  return (row, time, device) => {
    row[timePlace] = binOf(columns[timePlace]!, time)
    if (devicePlace >= 0) row[devicePlace] = columns[devicePlace]!.binning.binOfCell[device]!
    if (plan.clock) row[clockPlace] = binOf(columns[clockPlace]!, slotAt(plan.clock.cycle, time))
  }
}

function binOf({ values, binning }: FittedColumn, value: number): number {
  return values.type === 'grid' ? binning.binOfCell[cellAt(values.grid, value)]! : 0
}

/** Not negative, for rows are in order of time. */
function gapsOf({ gap, plan }: SeriesModel, random: RandomSource): () => number {
  let values: Float64Array = new Float64Array(0)
  let next = 0
  return () => {
    if (next === values.length) {
      values = numbersIn(drawAlone(gap, BATCH, random))
      next = 0
    }
    return Math.max(0, plan.usualStep + (values[next++]! || 0))
  }
}

function fixedColumns(
  { columns }: PrivateModel,
  { plan }: SeriesModel,
  times: Float64Array,
  devices: Int32Array,
): Map<number, DrawnColumn> {
  const fixed = new Map<number, DrawnColumn>([[plan.time, { type: 'numbers', values: times }]])
  const device = columns.find(({ index }) => index === plan.device)
  if (device?.values.type === 'labels') {
    const labels = labelsWithPool(device.values.labels)
    const codes = devices.map((cell) => (cell < labels.length ? cell : -1))
    fixed.set(device.index, { type: 'labels', labels, codes })
  }
  return fixed
}

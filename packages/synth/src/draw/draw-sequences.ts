import type { FittedColumn, PrivateModel, SeriesModel } from '../model/fitted-model.ts'
import { allocate } from '../random/allocate.ts'
import type { RandomSource } from '../random/random-source.ts'
import { drawAlone, numbersIn } from './drawn-column.ts'

/** Describes a sequence to be filled with rows. */
export type Sequence = {
  /** The cell of a device known by name; 0 where there is none. */
  device: number
  start: number
  rows: number
}

/** Made-up devices are drawn so many at a time. */
const BATCH = 1000

/** Draws sequences with `rowCount` rows in total. */
export function* drawSequences(
  model: PrivateModel,
  { plan, devices, starts }: SeriesModel,
  rowCount: number,
  random: RandomSource,
): Generator<Sequence> {
  if (devices) yield* drawMadeUp(devices, rowCount, random)
  else {
    const device = model.columns.find(({ index }) => index === plan.device)
    const rows = device ? rowsByCell(device, rowCount, random) : [rowCount]
    for (const [cell, count] of rows.entries()) {
      const bin = device ? device.binning.binOfCell[cell]! : 0
      if (count > 0) yield { device: cell, start: starts[bin]!, rows: count }
    }
  }
}

function* drawMadeUp(
  { start, length }: NonNullable<SeriesModel['devices']>,
  rowCount: number,
  random: RandomSource,
): Generator<Sequence> {
  for (let left = rowCount; left > 0; ) {
    const starts = numbersIn(drawAlone(start, BATCH, random))
    const lengths = numbersIn(drawAlone(length, BATCH, random))
    for (let i = 0; i < BATCH && left > 0; i++) {
      const rows = Math.min(left, Math.max(1, lengths[i]! || 1))
      yield { device: 0, start: starts[i]! || 0, rows }
      left -= rows
    }
  }
}

function rowsByCell({ binning }: FittedColumn, rowCount: number, random: RandomSource): Int32Array {
  const rows = new Int32Array(binning.cellWeights.length)
  for (const cell of allocate(rowCount, binning.cellWeights, random)) rows[cell]!++
  return rows
}

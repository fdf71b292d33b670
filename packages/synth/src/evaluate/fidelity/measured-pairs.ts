import { consistentPairs } from '../../model/consistent-pairs.ts'
import type { PrivateModel } from '../../model/fitted-model.ts'
import { at } from '../../model/pairs/at.ts'
import { transpose } from '../../model/pairs/project-table.ts'
import type { SampleColumn } from '../table-sample.ts'
import {
  layPair,
  type PairPlot,
  type PlottedColumn,
  pairPlot,
  plottedColumn,
  strongestPairs,
} from './pair-plot.ts'

/**
 * Plots the strongest pairs of columns that a private model has measured. The original's side is
 * made of the noisy counts alone, so it costs no further privacy. `twin` has the twin's values of
 * each delivered column, by its position in the table.
 */
export function plotMeasuredPairs(
  model: PrivateModel,
  twin: Map<number, SampleColumn>,
): PairPlot[] {
  const { columns, context, pairs, total } = model
  const placed = [...context, ...columns]
  const { table, strength } = consistentPairs(model, -1)
  const ranked = pairs.tables.flatMap(({ a, b }) => {
    const ends = [at(placed, a), at(placed, b)] as const
    if (a < context.length || !ends.every(({ index }) => twin.has(index))) return []
    const columns = [ends[0].index, ends[1].index] as const
    return [{ ends, columns, strength: strength(a, b) / total.count, agreed: () => table(a, b)! }]
  })
  return strongestPairs(ranked).flatMap(({ ends, agreed }) => {
    const [a, b] = ends.map((column) => plottedColumn(column, twin.get(column.index)!))
    if (!a || !b) return []
    const { x, y } = layPair(a, b)
    const bins = y === a ? agreed() : transpose(agreed(), a.column.binning.binCount)
    const plot = pairPlot({ x, y }, placeBins(bins, x, y))
    return plot ? [plot] : []
  })
}

/** Counts by places from counts by bins, both row-major by `y`. */
function placeBins(bins: Float64Array, x: PlottedColumn, y: PlottedColumn): Float64Array {
  const [across, down] = [partsOfBins(x), partsOfBins(y)]
  const width = x.laid.axis.labels.length
  const counts = new Float64Array(width * y.laid.axis.labels.length)
  for (const [bin, count] of bins.entries()) {
    if (count <= 0) continue
    for (const [line, shareOfLine] of at(down, Math.floor(bin / across.length)))
      for (const [place, share] of at(across, bin % across.length))
        counts[line * width + place]! += count * shareOfLine * share
  }
  return counts
}

/**
 * Returns the distribution of each bin over the places of its axis, by the weights of its cells;
 * missing values have no place.
 */
function partsOfBins({ column, laid }: PlottedColumn): Map<number, number>[] {
  const { binOfCell, binCount, cellWeights } = column.binning
  const parts = Array.from({ length: binCount }, () => new Map<number, number>())
  const totals = new Float64Array(binCount)
  for (const [cell, weight] of cellWeights.entries()) {
    const bin = at(binOfCell, cell)
    totals[bin]! += weight
    const place = at(laid.placeOfCell, cell)
    if (place >= 0 && weight > 0)
      at(parts, bin).set(place, (at(parts, bin).get(place) ?? 0) + weight)
  }
  for (const [bin, shares] of parts.entries())
    for (const [place, weight] of shares) shares.set(place, weight / at(totals, bin))
  return parts
}

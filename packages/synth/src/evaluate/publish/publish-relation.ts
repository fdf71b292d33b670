import type { FittedColumn } from '../../model/fitted-model.ts'
import { cellsOf } from '../../model/measure/cells-of-values.ts'
import { type ColumnPlot, columnPlot } from '../fidelity/column-plot.ts'
import { totalVariation } from '../fidelity/column-shapes.ts'
import type { SampleColumn } from '../table-sample.ts'

/** Describes the relation between a twin's rows and those of its parent, as a buyer may see it. */
export type PublishedRelation = {
  parent: string
  /** Rows of one parent that may count. */
  maxRows: number
  /** Share of the twin's rows whose parent is in the parent's twin. */
  linkedShare: number
  /** 1 - total variation of how many rows a parent has, between what was measured of the original and the twin. */
  counts: number
  plot: ColumnPlot | null
}

/**
 * Computes a relation's figures from `counted`, the measured column of children per parent. Costs
 * no further budget.
 */
export function publishRelation(
  counted: FittedColumn,
  twin: SampleColumn,
): Pick<PublishedRelation, 'counts' | 'plot'> {
  const { cellWeights } = counted.binning
  const total = cellWeights.reduce((sum, weight) => sum + weight, 0)
  const made = new Float64Array(cellWeights.length)
  for (const cell of cellsOf(counted, twin)) made[cell]! += 1 / twin.values.length
  return {
    counts:
      1 -
      totalVariation(
        cellWeights.map((weight) => weight / total),
        made,
      ),
    plot: columnPlot(counted, twin),
  }
}

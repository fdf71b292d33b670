import type { MeasuredColumns } from '../measure/measure-columns.ts'
import {
  type BinGroups,
  type NoisyPairs,
  sharesInGroup,
  sumByGroup,
} from '../measure/pair-tables.ts'
import { normSub } from '../private/norm-sub.ts'
import { type Binning, type NoisyMargin, noisyBins, sumByBin } from '../protected/merge-bins.ts'
import { at } from './at.ts'

/** Holds a column's own counts: consistent ones per bin, and noisy ones by given groups. */
export type ColumnMargin = {
  weights: Float64Array
  byGroup: (groups: BinGroups) => NoisyMargin
}

/** Returns the own counts of every column of the context, then of the table. */
export function columnMargins({
  columns,
  contextMargins,
  total,
}: Pick<MeasuredColumns, 'columns' | 'contextMargins' | 'total'>): ColumnMargin[] {
  return [
    ...contextMargins.map(
      ({ counts, variances }): ColumnMargin => ({
        weights: normSub(counts, total.count),
        byGroup: (groups) => ({
          counts: sumByGroup(counts, groups),
          variances: sumByGroup(variances, groups),
        }),
      }),
    ),
    ...columns.map(
      ({ marginal, binning }): ColumnMargin => ({
        weights: sumByBin(binning.cellWeights, binning),
        byGroup: (groups) => noisyBins(marginal, groupBinning(binning, groups)),
      }),
    ),
  ]
}

function groupBinning({ binOfCell, cellWeights }: Binning, { groupOf, count }: BinGroups): Binning {
  return { binOfCell: binOfCell.map((bin) => at(groupOf, bin)), binCount: count, cellWeights }
}

/**
 * Returns the counts per bin of all columns: by group the inverse-variance means of the column's own and of every table
 * that shows it, summing to `total`; within a group by the column's own. Costs nothing.
 */
export function reconcileMargins(
  own: ColumnMargin[],
  { groups, tables, sigma }: Pick<NoisyPairs, 'groups' | 'tables' | 'sigma'>,
  total: number,
): Float64Array[] {
  const noisy = own.map(({ byGroup }, j) => byGroup(at(groups, j)))
  const weights = noisy.map(({ variances }) => variances.map((variance) => 1 / variance))
  const sums = noisy.map(({ counts }, j) => counts.map((count, i) => count * at(weights, j)[i]!))
  for (const { a, b, counts } of tables) {
    const [countA, countB] = [at(groups, a).count, at(groups, b).count]
    const weightA = 1 / (sigma * sigma * countB)
    const weightB = 1 / (sigma * sigma * countA)
    for (let cell = 0; cell < counts.length; cell++) {
      at(sums, a)[Math.floor(cell / countB)]! += at(counts, cell) * weightA
      at(sums, b)[cell % countB]! += at(counts, cell) * weightB
    }
    for (let i = 0; i < countA; i++) at(weights, a)[i]! += weightA
    for (let k = 0; k < countB; k++) at(weights, b)[k]! += weightB
  }
  return own.map((column, j) => {
    const byGroup = normSub(
      at(sums, j).map((value, group) => value / at(weights, j)[group]!),
      total,
    )
    const { groupOf } = at(groups, j)
    return sharesInGroup(column.weights, at(groups, j)).map(
      (share, bin) => share * at(byGroup, at(groupOf, bin)),
    )
  })
}

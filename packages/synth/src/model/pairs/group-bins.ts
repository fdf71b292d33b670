import { isOrdered } from '../../schema/column-schema.ts'
import type { FittedColumn } from '../fitted-model.ts'
import { type BinGroups, ungrouped } from '../measure/pair-tables.ts'
import { at } from './at.ts'

/** Describes the order of a column's bins: all of an ordered column are neighbors but that of missing values, -1 for none. */
export type BinOrder = { isOrdered: boolean; missingBin: number }

/** Returns the order of a fitted column's bins. */
export function binOrderOf({ schema, binning }: FittedColumn): BinOrder {
  const { binOfCell } = binning
  const last = binOfCell.length - 1
  const isOwn = binOfCell.indexOf(at(binOfCell, last)) === last
  return { isOrdered: isOrdered(schema.kind), missingBin: isOwn ? at(binOfCell, last) : -1 }
}

/**
 * Groups bins into at most `limit` groups by `margin`. Neighbors of an ordered column are joined until each group holds as
 * much as any, or, where heavy bins take more, what is left is divided among the groups that are left; with `isEven`,
 * there are fewer groups instead. Missing values are a further group. Of an unordered column the heaviest bins stand alone
 * and the rest share a group.
 */
export function groupBins(
  margin: Float64Array,
  limit: number,
  order: BinOrder,
  isEven = false,
): BinGroups {
  if (margin.length <= limit) return ungrouped(margin.length)
  return order.isOrdered
    ? groupNeighbors(margin, limit, order.missingBin, isEven)
    : groupRest(margin, limit)
}

function groupNeighbors(
  margin: Float64Array,
  limit: number,
  missingBin: number,
  isEven: boolean,
): BinGroups {
  const groupOf = new Int32Array(margin.length)
  const total = margin.reduce((sum, count, bin) => sum + (bin === missingBin ? 0 : count), 0)
  let left = total
  let [group, mass, size] = [0, 0, 0]
  for (let bin = 0; bin < margin.length; bin++) {
    if (bin === missingBin) continue
    const count = at(margin, bin)
    const target = isEven ? total / limit : left / (limit - group)
    if (size > 0 && group < limit - 1 && mass + count / 2 > target) {
      left -= mass
      group++
      ;[mass, size] = [0, 0]
    }
    groupOf[bin] = group
    mass += count
    size++
  }
  const isRest = isEven && group > 0 && mass < total / limit / 2
  const last = isRest ? group - 1 : group
  for (let bin = 0; bin < groupOf.length; bin++) groupOf[bin] = Math.min(at(groupOf, bin), last)
  if (missingBin < 0) return { groupOf, count: last + 1 }
  groupOf[missingBin] = last + 1
  return { groupOf, count: last + 2 }
}

function groupRest(margin: Float64Array, limit: number): BinGroups {
  const heaviest = [...margin.keys()].sort((a, b) => at(margin, b) - at(margin, a) || a - b)
  const groupOf = new Int32Array(margin.length)
  heaviest.forEach((bin, rank) => {
    groupOf[bin] = Math.min(rank, limit - 1)
  })
  return { groupOf, count: limit }
}

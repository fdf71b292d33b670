import { isOrdered } from '../../schema/column-schema.ts'
import type { FittedColumn } from '../fitted-model.ts'
import { type BinGroups, ungrouped } from '../measure/pair-tables.ts'

/** Describes the order of a column's bins: all of an ordered column are neighbors but that of missing values, -1 for none. */
export type BinOrder = { isOrdered: boolean; missingBin: number }

/** Returns the order of a fitted column's bins. */
export function binOrderOf({ schema, binning }: FittedColumn): BinOrder {
  const { binOfCell } = binning
  const last = binOfCell.length - 1
  const isOwn = binOfCell.indexOf(binOfCell[last]!) === last
  return { isOrdered: isOrdered(schema.kind), missingBin: isOwn ? binOfCell[last]! : -1 }
}

/**
 * Groups bins into about `limit` groups of equal mass by `margin`. Neighbors of an ordered column are joined, missing
 * values are a further group; of others the heaviest stand alone and the rest share a group.
 */
export function groupBins(margin: Float64Array, limit: number, order: BinOrder): BinGroups {
  if (margin.length <= limit) return ungrouped(margin.length)
  return order.isOrdered
    ? groupNeighbors(margin, limit, order.missingBin)
    : groupRest(margin, limit)
}

/** Every group takes its part of what is left, so that a heavy bin does not thin out those after it. */
function groupNeighbors(margin: Float64Array, limit: number, missingBin: number): BinGroups {
  const groupOf = new Int32Array(margin.length)
  let left = margin.reduce((sum, count, bin) => sum + (bin === missingBin ? 0 : count), 0)
  let [group, mass, size] = [0, 0, 0]
  for (let bin = 0; bin < margin.length; bin++) {
    if (bin === missingBin) continue
    const count = margin[bin]!
    const target = left / (limit - group)
    if (size > 0 && group < limit - 1 && mass + count / 2 > target) {
      left -= mass
      group++
      ;[mass, size] = [0, 0]
    }
    groupOf[bin] = group
    mass += count
    size++
  }
  if (missingBin < 0) return { groupOf, count: group + 1 }
  groupOf[missingBin] = group + 1
  return { groupOf, count: group + 2 }
}

function groupRest(margin: Float64Array, limit: number): BinGroups {
  const heaviest = [...margin.keys()].sort((a, b) => margin[b]! - margin[a]! || a - b)
  const groupOf = new Int32Array(margin.length)
  heaviest.forEach((bin, rank) => {
    groupOf[bin] = Math.min(rank, limit - 1)
  })
  return { groupOf, count: limit }
}

import type { Grid } from '../../schema/infer/grid.ts'
import type { FineMarginal } from '../measure/fine-marginal.ts'
import { mostLikelyBin } from '../most-likely-bin.ts'
import { cellsWithRows } from './clear-cells.ts'
import type { NumberCells } from './count-parts.ts'
import { layNumberCells } from './lay-cells.ts'
import {
  hasOthers,
  leavesOf,
  reconcileUpward,
  shareDownward,
  sharesOf,
  type TreeNode,
} from './number-tree.ts'
import { roundingOf, type Zeros } from './rounding.ts'

/** Deviations by which missing values, and rows beside heavy ones, are there. */
const PRESENCE_DEVIATIONS = 3

export type Finish = {
  /** Shares of each number of trailing zeros in all clear cells. */
  general: Float64Array | null
  unit: number
  total: number
  /** Between declared bounds, any cell may have rows. */
  isBounded: boolean
}

/** Makes consistent counts of all that was measured; costs nothing. */
export function finishCells(
  cells: NumberCells,
  zeros: Zeros,
  { general, unit, total, isBounded }: Finish,
): { grid: Grid; marginal: FineMarginal } {
  const { roots, spikes, missing } = cells
  for (const root of roots) reconcileUpward(root)
  const isMissing = missing.count >= PRESENCE_DEVIATIONS * Math.sqrt(missing.variance)
  const missingRows = isMissing ? Math.min(total, missing.count) : 0
  const ofSpikes = spikes.reduce((sum, { count }) => sum + Math.max(0, count), 0)
  const rest = Math.max(0, total - missingRows - ofSpikes)
  const possible = roots.filter((root) => hasOthers(root, spikes, unit))
  const present = isBounded ? possible : cellsWithRows(possible)
  const kept = present.length > 0 || spikes.length > 0 ? present : [likeliest(possible, total)]
  const shares = kept.length > 0 ? sharesOf(kept, rest) : []
  return layNumberCells({
    leaves: kept.flatMap((root, i) => shareDownward(root, shares[i]!)),
    spikes,
    missing: { rows: missingRows, variance: missing.variance },
    total,
    unit,
    roundingAt: roundingByRoot(cells, zeros, general),
  })
}

/** Each of the first cells that is further from zero makes a column less likely. */
function likeliest(roots: TreeNode[], total: number): TreeNode {
  const place = mostLikelyBin(
    Float64Array.from(roots, ({ count }) => count),
    Float64Array.from(roots, ({ variance }) => variance),
    Float64Array.from(roots, ({ low }) => Math.log10(1 + Math.abs(low)) + (low < 0 ? 1 : 0)),
    total,
  )
  return roots[place]!
}

function roundingByRoot(
  { roots, spikes }: NumberCells,
  zeros: Zeros,
  general: Float64Array | null,
): (value: number) => Float64Array | null {
  const known = new Map<number, Float64Array | null>()
  return (value) => {
    const place = roots.findIndex(({ low, high }) => value >= low && value < high)
    const root = roots[place]
    if (!root) return null
    if (!known.has(place)) {
      const apart = leavesOf([root]).filter(({ isSingle }) => isSingle)
      const singles = [
        ...spikes
          .filter(({ low }) => low >= root.low && low < root.high)
          .map(({ low }) => ({ value: low, rows: 0 })),
        ...apart.map(({ low, count }) => ({ value: low, rows: Math.max(0, count) })),
      ]
      const rows = Math.max(0, root.count)
      const rest = apart.reduce((left, { count }) => left - Math.max(0, count), rows)
      known.set(
        place,
        roundingOf(root, zeros.rows[place]!, zeros.sigma, rest, general, singles),
      )
    }
    return known.get(place)!
  }
}

import type { CellFill, Grid } from '../../schema/infer/grid.ts'
import type { FineMarginal } from '../measure/fine-marginal.ts'
import { classWeights, isWide, massOfDecay, massOfSlope } from '../value-in-cell.ts'
import { MOST_BINS } from './cut-cells.ts'
import type { Counted, Family, Leaf } from './number-tree.ts'
import type { Interval } from './public-cells.ts'

/** Describes a cell of the finished grid; `share` is its part of the leaf it was cut from. */
type Cell = Interval & {
  rows: number
  share: number
  variance: number
  family: Family | null
  isSpike: boolean
  fill: CellFill | null
}

export type Finished = {
  leaves: Leaf[]
  /** Values counted apart from all other cells, with their rows. */
  spikes: Counted[]
  missing: { rows: number; variance: number }
  /** Rows of the table; all cells are scaled to sum to it. */
  total: number
  /** All numbers but few are multiples of it. */
  unit: number
  /** Returns which numbers are likelier in the first cell that holds a value. */
  fillAt: (value: number) => CellFill | null
  /** Returns the rate at which the rows of an outermost leaf fall with each integer. */
  decayOf: (leaf: Leaf) => number | undefined
}

/** Cells of more bins than this are cut, evenly as far as is known. */
const MOST_BINS_OF_CELL = 1.5

/** Lays out the cells of a column from lowest to highest, with empty ones in the gaps. */
export function layNumberCells(finished: Finished): { grid: Grid; marginal: FineMarginal } {
  const { leaves, spikes, total } = finished
  const singles = [
    ...spikes.map(({ low }) => low),
    ...leaves.filter(({ node }) => node.isSingle).map(({ node }) => node.low),
  ].sort((a, b) => a - b)
  const cells = [
    ...spikes.map(spikeCell),
    ...leaves.flatMap((leaf) => cellsOfLeaf(leaf, singles, finished)),
  ]
  const scaled = scale(cells, total - finished.missing.rows)
  const bin = total / MOST_BINS
  const cut = scaled.flatMap((cell) => cutHeavy(cell, bin, finished.unit))
  return assemble(withGaps(cut.sort((a, b) => a.low - b.low)), finished)
}

const spikeCell = ({ low, high, count, variance }: Counted): Cell => ({
  low,
  high,
  rows: Math.max(0, count),
  share: 1,
  variance,
  family: null,
  isSpike: true,
  fill: null,
})

/** Divides a leaf at the single values within it. */
function cellsOfLeaf(leaf: Leaf, singles: number[], of: Finished): Cell[] {
  const { node, rows, family } = leaf
  const { low, high, isSingle, variance } = node
  const whole = { rows, share: 1, variance, family, isSpike: isSingle, fill: null }
  if (isSingle) return [{ low, high, ...whole }]
  const found = of.fillAt(low)
  const decay = of.decayOf(leaf)
  const fill = decay ? { ...(found ?? { byZeros: null, slope: 1 }), decay } : found
  if (leaf.shares) return divideByShares({ low, high, ...whole, fill }, leaf.shares)
  const parts: Interval[] = []
  let start = low
  for (const value of singles) {
    if (value < low || value >= high) continue
    if (value > start) parts.push({ low: start, high: value })
    start = value + 1
  }
  if (start < high) parts.push({ low: start, high })
  return divide({ low, high, ...whole, fill }, parts)
}

/** Divides a cell's rows among parts of it by how many of its values each has. */
function divide(cell: Cell, parts: Interval[]): Cell[] {
  if (parts.length === 0) return []
  const density = densityIn(cell)
  const weights = parts.map((part) => weightOf(part, cell.fill?.byZeros ?? null) * density(part))
  return divideByWeights(cell, parts, weights)
}

function divideByShares(cell: Cell, shares: ReadonlyMap<number, number>): Cell[] {
  const within = [...shares].filter(([value]) => value >= cell.low && value < cell.high)
  const parts = within.map(([low]) => ({ low, high: low + 1 }))
  const weights = within.map(([, share]) => share)
  return divideByWeights(cell, parts, weights)
}

function divideByWeights(cell: Cell, parts: Interval[], weights: number[]): Cell[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return parts.map((part, i) => {
    const share = total > 0 ? weights[i]! / total : (part.high - part.low) / (cell.high - cell.low)
    return { ...cell, ...part, rows: cell.rows * share, share: cell.share * share }
  })
}

function weightOf({ low, high }: Interval, byZeros: Float64Array | null): number {
  if (!byZeros) return high - low
  return classWeights(low, high, byZeros).reduce((sum, weight) => sum + weight, 0)
}

/** Returns how dense the parts of a cell are. */
function densityIn(cell: Cell): (part: Interval) => number {
  const { slope, decay } = cell.fill ?? { slope: 0 }
  if (decay) {
    const start = decay > 0 ? cell.low : cell.high
    return ({ low, high }) => massOfDecay(low, high, start, decay) / (high - low)
  }
  if (!isWide(cell.low, cell.high)) return () => 1
  return ({ low, high }) => massOfSlope(low, high, slope) / (high - low)
}

function scale(cells: Cell[], rows: number): Cell[] {
  const sum = cells.reduce((total, cell) => total + cell.rows, 0)
  const factor = sum > 0 ? Math.max(0, rows) / sum : 0
  return cells.map((cell) => ({ ...cell, rows: cell.rows * factor }))
}

function cutHeavy(cell: Cell, bin: number, unit: number): Cell[] {
  if (cell.rows <= MOST_BINS_OF_CELL * bin || cell.high - cell.low <= 1) return [cell]
  const first = Math.ceil(cell.low / unit)
  const multiples = Math.floor((cell.high - 1) / unit) - first + 1
  const parts = Math.min(multiples, Math.round(cell.rows / bin))
  const starts = [cell.low]
  for (let part = 1; part < parts; part++)
    starts.push((first + Math.round((part * multiples) / parts)) * unit)
  return divide(
    cell,
    starts.map((low, i) => ({ low, high: starts[i + 1] ?? cell.high })),
  )
}

function withGaps(cells: Cell[]): Cell[] {
  return cells.flatMap((cell, i) => {
    const end = cells[i - 1]?.high ?? cell.low
    if (end >= cell.low) return [cell]
    const gap = { ...cell, low: end, high: cell.low, rows: 0, share: 0, isSpike: false }
    return [{ ...gap, family: null, variance: 0, fill: null }, cell]
  })
}

function assemble(
  cells: Cell[],
  { missing, total }: Finished,
): { grid: Grid; marginal: FineMarginal } {
  if (cells.length === 0) {
    const empty = { low: 0, high: 1, rows: Math.max(0, total - missing.rows), share: 1 }
    cells.push({ ...empty, variance: 1, family: null, isSpike: false, fill: null })
  }
  const families = new Map<Family, number>()
  const known: { variance: number; members: number; ofMember: number }[] = []
  const familyOfCell = Int32Array.from(cells, ({ family, variance, share }) => {
    if (family && !families.has(family)) families.set(family, known.length)
    const place = family ? families.get(family)! : known.length
    const ofMember = share > 0 ? variance : 0
    known[place] ??= {
      variance: family?.variance ?? ofMember,
      members: family?.members ?? 1,
      ofMember,
    }
    return place
  })
  const fills = cells.map(({ fill }) => fill)
  return {
    grid: {
      starts: Float64Array.from([...cells.map(({ low }) => low), cells.at(-1)!.high]),
      ...(fills.some((fill) => fill) && { fills }),
    },
    marginal: {
      noisy: Float64Array.from([...cells.map(({ rows }) => rows), missing.rows]),
      variances: Float64Array.from([
        ...cells.map(({ variance, share }) => variance * share),
        missing.variance,
      ]),
      ordered: true,
      tree: {
        isSpike: Uint8Array.from(cells, ({ isSpike }) => (isSpike ? 1 : 0)),
        familyOfCell,
        variances: Float64Array.from(known, ({ variance }) => variance),
        members: Int32Array.from(known, ({ members }) => members),
        memberVariances: Float64Array.from(known, ({ ofMember }) => ofMember),
      },
    },
  }
}

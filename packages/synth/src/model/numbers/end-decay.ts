import type { Counted, Leaf } from './number-tree.ts'

/** Rows before the outermost cell that show how dense it is, in deviations of its own noise. */
const POOL_DEVIATIONS = 4
/** Values that many rows hold are dense if those before and behind them are as near, in parts of themselves. */
const BESIDE = 0.1
/** Halvings of the interval that holds a rate. */
const HALVINGS = 50
/** Rates of more than this per cell are all the same. */
const MOST_DECAY = 40

/** Rows of an interval, outward of which others may lie. */
type Pooled = { node: Counted; rows: number }

/**
 * Returns the rate at which rows fall with each integer of the outermost cells on both sides, negative where they fall
 * toward smaller ones: the density that falls alike over the cells before, and has the rows of both. Without it, tails would
 * be drawn up to the ends of cells that hold few rows. `spikes`, in order, count if they lie densely. Costs nothing.
 */
export function decayAtEnds(leaves: Leaf[], spikes: Counted[]): Map<Leaf, number> {
  const present = leaves.filter(({ rows }) => rows > 0)
  const dense = spikes.filter(({ low }, i) =>
    [spikes[i - 1], spikes[i + 1]].every(
      (other) => other && Math.abs(other.low - low) <= BESIDE * Math.abs(low),
    ),
  )
  const pooled: Pooled[] = [
    ...present,
    ...dense.map((node) => ({ node, rows: Math.max(0, node.count) })),
  ]
  const ends = present.filter(({ node }) => !node.isSingle)
  ends.sort((a, b) => a.node.low - b.node.low)
  return new Map([...decayAtEnd(ends, pooled, 1), ...decayAtEnd(ends.toReversed(), pooled, -1)])
}

/** `leaves` are in order of `direction`; the last that is no mere tail, and those behind it, have a rate. */
function decayAtEnd(leaves: Leaf[], pooled: Pooled[], direction: number): [Leaf, number][] {
  const from = leaves.findLastIndex(({ node }) => !node.isTail)
  return leaves.slice(Math.max(0, from)).flatMap((leaf): [Leaf, number][] => {
    const rate = rateOf(leaf, pooled, direction)
    return rate > 0 ? [[leaf, direction * rate]] : []
  })
}

function rateOf({ node, rows }: Leaf, pooled: Pooled[], direction: number): number {
  if (node.high - node.low <= 1) return 0
  const distance = (other: Counted) =>
    direction > 0 ? node.low - other.high : other.low - node.high
  const inside = pooled.filter((other) => distance(other.node) >= 0)
  inside.sort((a, b) => distance(a.node) - distance(b.node))
  return rateBehind({ node, rows }, inside, direction)
}

/** Returns the rate of a cell by the rows of those `inside` it, of which the nearest comes first; 0 if rows do not fall. */
export function rateBehind({ node, rows }: Pooled, inside: Pooled[], direction: number): number {
  const { low, high, variance } = node
  const enough = Math.max(rows, POOL_DEVIATIONS * Math.sqrt(variance))
  let [before, width] = [0, 0]
  for (const other of inside) {
    before += other.rows
    width = direction > 0 ? low - other.node.low : other.node.high - high
    if (before >= enough) break
  }
  return before > 0 ? fallingRate(before, width, rows, high - low) : 0
}

/** Returns the rate of an exponential density with `before` rows over a width, and `after` rows over that behind it. */
function fallingRate(before: number, width: number, after: number, widthAfter: number): number {
  if (after / before >= widthAfter / width) return 0
  const ratioAt = (rate: number) => -Math.expm1(-rate * widthAfter) / Math.expm1(rate * width)
  let [least, most] = [0, MOST_DECAY / Math.max(width, widthAfter)]
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (least + most) / 2
    if (ratioAt(middle) > after / before) least = middle
    else most = middle
  }
  return (least + most) / 2
}

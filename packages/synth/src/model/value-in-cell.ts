import { type RandomSource, uniform, uniformBelow } from '../random/random-source.ts'
import type { CellFill, Grid } from '../schema/infer/grid.ts'

/** Counts the classes of trailing zeros: 0 to 12, the last for all above, and for zero. */
export const ZERO_CLASSES = 13

/** In wider cells, by the ratio of their ends, small numbers are likelier than large ones. */
const WIDE_RATIO = 1.9

/**
 * Draws an integer of a cell: by what is known of its fill, else any, for a midpoint would pile values up
 * where the original has none.
 */
export function valueInCell(grid: Grid, cell: number, random: RandomSource): number {
  const low = grid.starts[cell]!
  const high = grid.starts[cell + 1]!
  if (high - low <= 1) return low
  const fill = grid.fills?.[cell]
  if (!fill) return low + uniformBelow(random, high - low)
  const place = (count: number) =>
    fill.decay || isWide(low, high)
      ? Math.min(count - 1, Math.floor(shareBelow(low, high, fill, uniform(random)) * count))
      : uniformBelow(random, count)
  const zeros = fill.byZeros ? drawIndex(classWeights(low, high, fill.byZeros), random) : -1
  return zeros < 0 ? low + place(high - low) : numberWithZeros(low, high, zeros, place)
}

/** One of the integers that end in so many zeros, by its place among them. */
function numberWithZeros(
  low: number,
  high: number,
  zeros: number,
  placeOf: (count: number) => number,
): number {
  const unit = 10 ** zeros
  const first = Math.ceil(low / unit)
  const place = placeOf(countOfClass(low, high, zeros))
  if (zeros === ZERO_CLASSES - 1) return (first + place) * unit + 0
  // Multiples of 10 are left out: nine of each ten are counted through.
  const rank = first - 1 - Math.floor((first - 1) / 10) + place
  return (10 * Math.floor(rank / 9) + (((rank % 9) + 9) % 9) + 1) * unit + 0
}

/** Returns true if values of the cell from `low` to `high` - 1 differ so much in size that small ones are likelier. */
export function isWide(low: number, high: number): boolean {
  return low > 0 ? high / low >= WIDE_RATIO : high <= 0 && (1 - low) / (1 - high) >= WIDE_RATIO
}

/** Slopes closer to 0 are taken for it. */
const LEAST_SLOPE = 1e-6

/** Rows fall by this power of e within a cell at most: beyond, numbers overflow, and all rows are at its edge already. */
const MOST_FALL = 500

/** Returns the share of a cell's width below the number that has the share `of` of its rows below. */
function shareBelow(low: number, high: number, { slope, decay }: CellFill, of: number): number {
  if (decay) {
    const fall = Math.max(-MOST_FALL, Math.min(MOST_FALL, decay * (high - low)))
    return Math.min(1, -Math.log1p(of * Math.expm1(-fall)) / fall)
  }
  const [near, far] = low > 0 ? [low, high] : [1 - high, 1 - low]
  const ratio = far / near
  const rank = low > 0 ? of : 1 - of
  const size =
    Math.abs(slope) < LEAST_SLOPE ? ratio ** rank : (1 + rank * (ratio ** slope - 1)) ** (1 / slope)
  const share = (size - 1) / (ratio - 1)
  return low > 0 ? share : 1 - share
}

/** Returns the rows from `low` to `high` - 1, up to a factor, where the density falls with each integer from `start` on. */
export function massOfDecay(low: number, high: number, start: number, decay: number): number {
  return (Math.exp(-decay * (low - start)) * -Math.expm1(-decay * (high - low))) / decay
}

/** Returns the mean of the integers from `low` to `high` - 1 where the density falls so with each. */
export function meanOfDecay(low: number, high: number, decay: number): number {
  const width = high - low
  return low - 0.5 + 1 / decay - width / Math.expm1(decay * width)
}

/** Returns the rows from `low` to `high` - 1, up to a factor, where sizes have the density of a slope. */
export function massOfSlope(low: number, high: number, slope: number): number {
  const [near, far] = low > 0 ? [low, high] : [1 - high, 1 - low]
  return Math.abs(slope) < LEAST_SLOPE
    ? Math.log(far / near)
    : (far ** slope - near ** slope) / slope
}

/** Returns the relative frequency of each number of trailing zeros among the integers from `low` to `high` - 1. */
export function classWeights(low: number, high: number, rounding: Float64Array): Float64Array {
  return rounding.map((density, zeros) =>
    density > 0 ? density * countOfClass(low, high, zeros) : 0,
  )
}

/** Counts the integers from `low` to `high` - 1 that end in so many zeros, the last class in as many or more. */
export function countOfClass(low: number, high: number, zeros: number): number {
  const own = multiples(low, high, 10 ** zeros)
  return zeros === ZERO_CLASSES - 1 ? own : own - multiples(low, high, 10 ** (zeros + 1))
}

function multiples(low: number, high: number, unit: number): number {
  return Math.floor((high - 1) / unit) - Math.ceil(low / unit) + 1
}

/** Returns the class of an integer by its trailing zeros. */
export function zerosOf(value: number): number {
  let zeros = ZERO_CLASSES - 1
  while (zeros > 0 && value / 10 ** zeros !== Math.floor(value / 10 ** zeros)) zeros--
  return zeros
}

/** Returns SQL of `zerosOf` a coded value; 0 where it is null. */
export function zerosSql(value: string): string {
  const cases = Array.from({ length: ZERO_CLASSES - 1 }, (_, i) => {
    const zeros = ZERO_CLASSES - 1 - i
    const tens = `${value} / ${10 ** zeros}`
    return `when ${tens} = floor(${tens}) then ${zeros}`
  })
  return `case ${cases.join(' ')} else 0 end`
}

/** A position by its weight; -1 if none has any. */
function drawIndex(weights: Float64Array, random: RandomSource): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (!(total > 0)) return -1
  let left = uniform(random) * total
  let last = -1
  for (let i = 0; i < weights.length; i++) {
    if (weights[i]! <= 0) continue
    last = i
    left -= weights[i]!
    if (left < 0) return i
  }
  return last
}

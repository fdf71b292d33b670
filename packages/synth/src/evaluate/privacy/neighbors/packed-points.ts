import { CATEGORY_GAP, type Points } from './distance-space.ts'

/**
 * Says how points are packed: ranks with zeros up to a multiple of four, and codes as fields of a few words, each as wide as its
 * column needs. `low` has all bits of each field but its highest, `high` has that one.
 */
export type Layout = {
  rankCount: number
  fields: { word: number; shift: number; most: number }[]
  low: Int32Array
  high: Int32Array
}

/** Holds points, column by column within each block of them: with one block per point, point by point. */
export type PackedPoints = { ranks: Float32Array; words: Int32Array }

/** Ranks that are added at a time, because reading and writing sums is what takes the time. */
const FOUR = 4
const WORD_BITS = 32

/** Lays out words in which every code of `points` has a value, and all others together one more. */
export function layoutOf({ ranks, codes }: Points): Layout {
  const [low, high]: [number[], number[]] = [[], []]
  let used = WORD_BITS
  const fields = codes.map((column) => {
    const most = column.reduce((a, b) => Math.max(a, b), -1) + 2
    const width = WORD_BITS - Math.clz32(most)
    if (used + width > WORD_BITS) {
      low.push(0)
      high.push(0)
      used = 0
    }
    const [word, shift] = [low.length - 1, used]
    const top = 1 << (width - 1)
    low[word] = (low[word] ?? 0) | ((top - 1) << shift)
    high[word] = (high[word] ?? 0) | (top << shift)
    used += width
    return { word, shift, most }
  })
  return {
    rankCount: FOUR * Math.ceil(ranks.length / FOUR),
    fields,
    low: Int32Array.from(low),
    high: Int32Array.from(high),
  }
}

/** A point's place among the columns of its block. */
type Block = { start: number; end: number }

/** Packs points in the order of `rows`; `blocks` are those of places. */
export function packPoints(
  { rankCount, fields, low }: Layout,
  { ranks, codes }: Points,
  rows: Int32Array,
  blocks: Iterable<Block>,
): PackedPoints {
  const packed = {
    ranks: new Float32Array(rows.length * rankCount),
    words: new Int32Array(rows.length * low.length),
  }
  for (const { start, end } of blocks) {
    const size = end - start
    for (let j = 0; j < ranks.length; j++) {
      const column = ranks[j]!
      const first = start * rankCount + j * size
      for (let i = 0; i < size; i++) packed.ranks[first + i] = column[rows[start + i]!]!
    }
    for (let j = 0; j < codes.length; j++) {
      const { word, shift, most } = fields[j]!
      const column = codes[j]!
      const first = start * low.length + word * size
      // -1, a missing value, becomes 0.
      for (let i = 0; i < size; i++)
        packed.words[first + i]! |= Math.min(most, column[rows[start + i]!]! + 1) << shift
    }
  }
  return packed
}

export function singly(rowCount: number): Block[] {
  return Array.from({ length: rowCount }, (_, row) => ({ start: row, end: row + 1 }))
}

/**
 * Holds squared distances of a block's points to another one, and what is left of each without the codes or the four ranks
 * that contribute most: no more than without any one coordinate.
 */
export type Distances = { sums: Float64Array; least: Float64Array }

export const distancesFor = (size: number): Distances => ({
  sums: new Float64Array(size),
  least: new Float64Array(size),
})

/** Fills in the distances of a block to a point; returns false, before all is added, if none is within the limit. */
export type FillDistances = (block: Block, row: number, limit: number) => boolean

/** Prepares squared distances of points of `from`, packed singly, to blocks of `to`; if `spares`, the limit is for the least. */
export function distancesBetween(
  { rankCount, fields, low, high }: Layout,
  from: PackedPoints,
  to: PackedPoints,
  target: Distances,
  spares: boolean,
): FillDistances {
  const { sums, least } = target
  // Gaps of so many differing codes, added one after the other.
  const gaps = new Float64Array(fields.length + 1)
  for (let i = 1; i < gaps.length; i++) gaps[i] = gaps[i - 1]! + CATEGORY_GAP
  const differing = new Uint8Array(sums.length)
  const most = new Float64Array(sums.length)
  return ({ start, end }, row, limit) => {
    const size = end - start
    differing.fill(0, 0, size)
    for (let w = 0; w < low.length; w++) {
      const own = from.words[row * low.length + w]!
      const first = start * low.length + w * size
      countDiffering(differing, to.words, first, size, own, low[w]!, high[w]!)
    }
    for (let i = 0; i < size; i++) {
      sums[i] = gaps[differing[i]!]!
      most[i] = differing[i] === 0 ? 0 : CATEGORY_GAP
    }
    for (let j = 0; j < rankCount; j += FOUR) {
      const first = start * rankCount + j * size
      const ownFirst = row * rankCount + j
      const nearest = spares
        ? addFourSparing(target, most, size, to.ranks, first, from.ranks, ownFirst)
        : addFour(sums, size, to.ranks, first, from.ranks, ownFirst)
      if (nearest > limit) return false
    }
    if (rankCount === 0) for (let i = 0; i < size; i++) least[i] = sums[i]! - most[i]!
    return true
  }
}

function countDiffering(
  counts: Uint8Array,
  words: Int32Array,
  first: number,
  size: number,
  own: number,
  low: number,
  high: number,
): void {
  for (let i = 0; i < size; i++) {
    const bits = words[first + i]! ^ own
    // The highest bit of each field that is not 0.
    counts[i]! += bitCount((((bits & low) + low) | bits) & high)
  }
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Returns the shortest distance so far. */
function addFour(
  sums: Float64Array,
  size: number,
  ranks: Float32Array,
  first: number,
  own: Float32Array,
  ownFirst: number,
): number {
  const [x, y] = [own[ownFirst]!, own[ownFirst + 1]!]
  const [z, w] = [own[ownFirst + 2]!, own[ownFirst + 3]!]
  const [second, third, fourth] = [first + size, first + 2 * size, first + 3 * size]
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 0; i < size; i++) {
    const p = ranks[first + i]! - x
    const q = ranks[second + i]! - y
    const r = ranks[third + i]! - z
    const s = ranks[fourth + i]! - w
    const sum = sums[i]! + (p * p + q * q + (r * r + s * s))
    sums[i] = sum
    if (sum < nearest) nearest = sum
  }
  return nearest
}

/** Returns the least so far. */
function addFourSparing(
  { sums, least }: Distances,
  most: Float64Array,
  size: number,
  ranks: Float32Array,
  first: number,
  own: Float32Array,
  ownFirst: number,
): number {
  const [x, y] = [own[ownFirst]!, own[ownFirst + 1]!]
  const [z, w] = [own[ownFirst + 2]!, own[ownFirst + 3]!]
  const [second, third, fourth] = [first + size, first + 2 * size, first + 3 * size]
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 0; i < size; i++) {
    const p = ranks[first + i]! - x
    const q = ranks[second + i]! - y
    const r = ranks[third + i]! - z
    const s = ranks[fourth + i]! - w
    const four = p * p + q * q + (r * r + s * s)
    const sum = sums[i]! + four
    sums[i] = sum
    if (four > most[i]!) most[i] = four
    const rest = sum - most[i]!
    least[i] = rest
    if (rest < nearest) nearest = rest
  }
  return nearest
}

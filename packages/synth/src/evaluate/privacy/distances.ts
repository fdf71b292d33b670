import { CATEGORY_GAP, type Points } from './distance-space.ts'

/** Selects the columns that a sum of distances includes, by position among ranks and codes. */
export type Coordinates = { ranks: number[]; codes: number[] }

export function allCoordinates({ ranks, codes }: Points): Coordinates {
  return { ranks: [...ranks.keys()], codes: [...codes.keys()] }
}

/** Overwrites `target` with the squared distances of row `row` to every row of the other points. */
export type FillDistances = (target: Float32Array, row: number) => void

/** Sets or adds a block of columns' share of the squared distances of one row. */
type Block = (target: Float32Array, row: number, isFirst: boolean) => void

/**
 * Prepares the squared distances of rows of `from` to every row of `to` over some coordinates. Four
 * columns at a time, because reading and writing the distances is what takes the time.
 */
export function distancesBetween(from: Points, to: Points, over: Coordinates): FillDistances {
  const blocks: Block[] = [
    ...inFours(over.ranks).map((places) => squares(from, to, places)),
    ...inFours(over.codes).map((places) => gaps(from, to, places)),
  ]
  return (target, row) => {
    if (blocks.length === 0) target.fill(0)
    for (let i = 0; i < blocks.length; i++) blocks[i]!(target, row, i === 0)
  }
}

function inFours(places: number[]): number[][] {
  return Array.from({ length: Math.ceil(places.length / 4) }, (_, i) =>
    places.slice(4 * i, 4 * i + 4),
  )
}

/** Up to four columns of ranks; those that are missing count nothing. */
function squares(from: Points, to: Points, places: number[]): Block {
  const column = ({ ranks }: Points, i: number) => ranks[places[i] ?? places[0]!]!
  const [a, b, c, d] = [column(to, 0), column(to, 1), column(to, 2), column(to, 3)]
  const [second, third, fourth] = [1, 2, 3].map((i) => Number(i < places.length))
  return (target, row, isFirst) => {
    const kept = Number(!isFirst)
    const [x, y] = [column(from, 0)[row]!, column(from, 1)[row]!]
    const [z, w] = [column(from, 2)[row]!, column(from, 3)[row]!]
    addSquares(target, kept, [a, b, c, d], [x, y, z, w], [second!, third!, fourth!])
  }
}

type Four<T> = [T, T, T, T]

function addSquares(
  target: Float32Array,
  kept: number,
  [a, b, c, d]: Four<Float32Array>,
  [x, y, z, w]: Four<number>,
  [second, third, fourth]: [number, number, number],
): void {
  for (let k = 0; k < target.length; k++) {
    const p = a[k]! - x
    const q = b[k]! - y
    const r = c[k]! - z
    const s = d[k]! - w
    target[k] = kept * target[k]! + (p * p + second * q * q + third * r * r + fourth * s * s)
  }
}

/** The sums of no to four gaps, added one after the other. */
const GAPS = Float64Array.of(0, 0, 0, 0, 0)
for (let count = 1; count <= 4; count++) GAPS[count] = GAPS[count - 1]! + CATEGORY_GAP

/** Up to four columns of codes, compared as the bytes of one word where they fit. */
function gaps(from: Points, to: Points, places: number[]): Block {
  const [own, others] = [from, to].map((points) => packBytes(points, places))
  if (!own || !others) return wideGaps(from, to, places)
  return (target, row, isFirst) => addGaps(target, isFirst, others, own[row]!)
}

function addGaps(target: Float32Array, isFirst: boolean, words: Int32Array, word: number): void {
  const kept = Number(!isFirst)
  for (let k = 0; k < target.length; k++) {
    const bits = words[k]! ^ word
    // The highest bit of each byte that is not 0; the product's highest byte counts them.
    const differs = (((bits & 0x7f7f7f7f) + 0x7f7f7f7f) | bits) & 0x80808080
    const count = Math.imul(differs >>> 7, 0x01010101) >>> 24
    target[k] = kept * target[k]! + GAPS[count]!
  }
}

/** Returns the codes of up to four columns as bytes of a word per row; null if some exceed a byte. */
function packBytes({ rowCount, codes }: Points, places: number[]): Int32Array | null {
  const words = new Int32Array(rowCount)
  for (const [i, place] of places.entries()) {
    const column = codes[place]!
    for (let row = 0; row < rowCount; row++) {
      // -1, a missing value, becomes 0.
      const byte = column[row]! + 1
      if (byte > 255) return null
      words[row]! |= byte << (8 * i)
    }
  }
  return words
}

function wideGaps(from: Points, to: Points, places: number[]): Block {
  const columns = places.map((place) => to.codes[place]!)
  return (target, row, isFirst) => {
    if (isFirst) target.fill(0)
    const [a, b, c, d] = [0, 1, 2, 3].map((i) => columns[i] ?? columns[0]!)
    const [x, y, z, w] = [0, 1, 2, 3].map((i) => from.codes[places[i] ?? places[0]!]![row]!)
    const [second, third, fourth] = [1, 2, 3].map((i) => Number(i < places.length))
    for (let k = 0; k < target.length; k++) {
      const count =
        Number(a![k] !== x) +
        second! * Number(b![k] !== y) +
        third! * Number(c![k] !== z) +
        fourth! * Number(d![k] !== w)
      target[k]! += GAPS[count]!
    }
  }
}

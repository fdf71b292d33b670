import { at } from './at.ts'

/**
 * Sets how much of the largest square that noise alone gives a direction is taken off each. All of it would leave out what
 * is weak in every pair, but common to many; rows that meet all pairs together remove most of the noise that is left.
 */
const NOISE_SHARE = 0.25

/**
 * Draws a noisy table (noise `sigma`, row-major with lines of `width`) toward the expected counts. The dependence of two
 * columns is in few directions, pairs of a profile over the rows and one over the columns, but noise in all: each is kept
 * by as much as its square exceeds that of noise. Sums of rows and columns stay the expected ones. Source: singular values
 * of noise are seldom above sigma (sqrt(m) + sqrt(n)) (Davidson and Szarek, 2001).
 */
export function shrinkTable(
  noisy: Float64Array,
  expected: Float64Array,
  sigma: number,
  width: number,
): Float64Array {
  const height = noisy.length / width
  const surprise = noisy.map((count, cell) => count - at(expected, cell))
  const { lengths, lefts, rights } = decompose(columnsOf(centered(surprise, width), width))
  const ofNoise = NOISE_SHARE * (sigma * (Math.sqrt(height - 1) + Math.sqrt(width - 1))) ** 2
  const shrunk = Float64Array.from(expected)
  for (const [k, length] of lengths.entries()) {
    if (length * length <= ofNoise) continue
    const weight = 1 - ofNoise / (length * length)
    const [left, right] = [at(lefts, k), at(rights, k)]
    for (let cell = 0; cell < shrunk.length; cell++)
      shrunk[cell] =
        at(shrunk, cell) + weight * at(left, Math.floor(cell / width)) * at(right, cell % width)
  }
  return shrunk
}

/** Takes the means of rows and columns away. */
function centered(table: Float64Array, width: number): Float64Array {
  const height = table.length / width
  const [ofRows, ofColumns] = [new Float64Array(height), new Float64Array(width)]
  let ofAll = 0
  for (let cell = 0; cell < table.length; cell++) {
    const value = at(table, cell)
    const [row, column] = [Math.floor(cell / width), cell % width]
    ofRows[row] = at(ofRows, row) + value / width
    ofColumns[column] = at(ofColumns, column) + value / height
    ofAll += value / table.length
  }
  return table.map(
    (value, cell) =>
      value - at(ofRows, Math.floor(cell / width)) - at(ofColumns, cell % width) + ofAll,
  )
}

function columnsOf(table: Float64Array, width: number): Float64Array[] {
  const height = table.length / width
  return Array.from({ length: width }, (_, j) =>
    Float64Array.from({ length: height }, (_, i) => at(table, i * width + j)),
  )
}

const MAX_ROUNDS = 30
/** Cosine below which two columns are at right angles. */
const ALIKE = 1e-9

/**
 * Decomposes a table, given by its columns, into directions at right angles: the table is the sum of `lefts` times `rights`,
 * whose lengths are `lengths` and 1. Source: Hestenes, 1958 (one-sided Jacobi rotations).
 */
function decompose(columns: Float64Array[]) {
  const lefts = columns
  const rights = columns.map((_, k) => Float64Array.from(columns, (_, j) => Number(j === k)))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let isTurned = false
    for (let p = 0; p < lefts.length; p++)
      for (let q = p + 1; q < lefts.length; q++) {
        const turn = turnBetween(at(lefts, p), at(lefts, q))
        if (!turn) continue
        isTurned = true
        rotate(at(lefts, p), at(lefts, q), turn)
        rotate(at(rights, p), at(rights, q), turn)
      }
    if (!isTurned) break
  }
  return { lefts, rights, lengths: lefts.map((left) => Math.sqrt(product(left, left))) }
}

type Turn = { cosine: number; sine: number }

/** The rotation that brings two columns to right angles; null if they are. */
function turnBetween(x: Float64Array, y: Float64Array): Turn | null {
  const [ofX, ofY, both] = [product(x, x), product(y, y), product(x, y)]
  if (Math.abs(both) <= ALIKE * Math.sqrt(ofX * ofY)) return null
  const half = (ofY - ofX) / (2 * both)
  const tangent = (half < 0 ? -1 : 1) / (Math.abs(half) + Math.sqrt(1 + half * half))
  const cosine = 1 / Math.sqrt(1 + tangent * tangent)
  return { cosine, sine: cosine * tangent }
}

function rotate(x: Float64Array, y: Float64Array, { cosine, sine }: Turn): void {
  for (let i = 0; i < x.length; i++) {
    const [a, b] = [at(x, i), at(y, i)]
    x[i] = cosine * a - sine * b
    y[i] = sine * a + cosine * b
  }
}

const product = (x: Float64Array, y: Float64Array): number =>
  x.reduce((sum, value, i) => sum + value * at(y, i), 0)

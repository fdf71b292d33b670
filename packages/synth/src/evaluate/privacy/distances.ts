import { CATEGORY_GAP, type Points } from './distance-space.ts'

/** Selects the columns that a sum of distances includes, by position among ranks and codes. */
export type Coordinates = { ranks: number[]; codes: number[] }

export function allCoordinates({ ranks, codes }: Points): Coordinates {
  return { ranks: [...ranks.keys()], codes: [...codes.keys()] }
}

/**
 * Fills `target` with the squared distances of row `row` of `from` to every row of `to` over some coordinates. Four
 * columns at a time, because reading and writing `target` is what takes the time.
 */
export function fillDistances(
  target: Float32Array,
  from: Points,
  row: number,
  to: Points,
  over: Coordinates,
): void {
  target.fill(0)
  for (let i = 0; i < over.ranks.length; i += 4) {
    const place = (k: number) => over.ranks[i + k] ?? over.ranks[i]!
    const [a, b, c, d] = [place(0), place(1), place(2), place(3)]
    const used = over.ranks.length - i
    addSquares(
      target,
      [to.ranks[a]!, to.ranks[b]!, to.ranks[c]!, to.ranks[d]!],
      [from.ranks[a]![row]!, from.ranks[b]![row]!, from.ranks[c]![row]!, from.ranks[d]![row]!],
      used,
    )
  }
  for (let i = 0; i < over.codes.length; i += 4) {
    const place = (k: number) => over.codes[i + k] ?? over.codes[i]!
    const [a, b, c, d] = [place(0), place(1), place(2), place(3)]
    const used = over.codes.length - i
    addGaps(
      target,
      [to.codes[a]!, to.codes[b]!, to.codes[c]!, to.codes[d]!],
      [from.codes[a]![row]!, from.codes[b]![row]!, from.codes[c]![row]!, from.codes[d]![row]!],
      used,
    )
  }
}

type Four<T> = [T, T, T, T]

/** `used` of the four columns count. */
function addSquares(
  target: Float32Array,
  [a, b, c, d]: Four<Float32Array>,
  [x, y, z, w]: Four<number>,
  used: number,
): void {
  const [second, third, fourth] = [Number(used > 1), Number(used > 2), Number(used > 3)]
  for (let k = 0; k < target.length; k++) {
    const p = a[k]! - x
    const q = b[k]! - y
    const r = c[k]! - z
    const s = d[k]! - w
    target[k]! += p * p + second * q * q + third * r * r + fourth * s * s
  }
}

function addGaps(
  target: Float32Array,
  [a, b, c, d]: Four<Int32Array>,
  [x, y, z, w]: Four<number>,
  used: number,
): void {
  const gap = (isUsed: boolean) => (isUsed ? CATEGORY_GAP : 0)
  const [second, third, fourth] = [gap(used > 1), gap(used > 2), gap(used > 3)]
  for (let k = 0; k < target.length; k++) {
    target[k]! +=
      CATEGORY_GAP * Number(a[k]! !== x) +
      second * Number(b[k]! !== y) +
      third * Number(c[k]! !== z) +
      fourth * Number(d[k]! !== w)
  }
}

import type { SeriesStep } from '../model/fitted-model.ts'
import { type RandomSource, uniform } from '../random/random-source.ts'

/** Deviations, of as many independent rows as a bin should have, by which it may be behind before it is much likelier. */
const PATIENCE = 2

/**
 * Draws bins of a step's column, row by row, by what `row` has of this row so far and, in the column's own place, of the
 * row before. What never went together in the original is drawn without regard to the other column, or else to the row
 * before. Neighbors are so alike that a column drawn by them alone would stay for long where it has been too often: so each
 * bin is the likelier, the further it is behind the rows that time, clock and device let expect of it so far.
 */
export function stepDrawer(
  { column, binCount, given, after, first, beside }: SeriesStep,
  random: RandomSource,
): (row: Int32Array, isFirst: boolean) => number {
  const weights = new Float64Array(binCount)
  const expected = new Float64Array(binCount)
  const drawn = new Float64Array(binCount)
  const behind = new Float64Array(binCount)
  const totals = totalsOf(first, binCount)

  function next(row: Int32Array, isFirst: boolean): number {
    let outer = 0
    for (const { column, binCount: bins } of given) outer = outer * bins + row[column]!
    const before = row[column]!
    const alone = outer * binCount
    expect(alone, totals[outer]!)
    const [own, from] = isFirst ? [first, alone] : [after, (alone + before) * binCount]
    if (beside) {
      const besideFrom = (outer * beside.binCount + row[beside.column]!) * binCount
      for (let bin = 0; bin < binCount; bin++)
        weights[bin] = own[from + bin]! * beside.ratios[besideFrom + bin]! * behind[bin]!
      const bin = draw(weights, random)
      if (bin >= 0) return bin
    }
    for (const [source, start] of [
      [own, from],
      [first, alone],
    ] as const) {
      for (let bin = 0; bin < binCount; bin++) weights[bin] = source[start + bin]! * behind[bin]!
      const bin = draw(weights, random)
      if (bin >= 0) return bin
    }
    return before
  }

  function expect(alone: number, total: number): void {
    for (let bin = 0; bin < binCount; bin++) {
      if (total > 0) expected[bin]! += first[alone + bin]! / total
      const ahead = drawn[bin]! - expected[bin]!
      behind[bin] = Math.exp(-ahead / (PATIENCE * Math.sqrt(1 + expected[bin]!)))
    }
  }

  return (row, isFirst) => {
    const bin = next(row, isFirst)
    drawn[bin]!++
    return bin
  }
}

function totalsOf(table: Float32Array, inner: number): Float64Array {
  return Float64Array.from({ length: table.length / inner }, (_, outer) =>
    table.subarray(outer * inner, (outer + 1) * inner).reduce((sum, weight) => sum + weight, 0),
  )
}

/** A place by its weight; -1 where all are 0. */
function draw(weights: Float64Array, random: RandomSource): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (!(total > 0)) return -1
  let rest = uniform(random) * total
  let last = -1
  for (let i = 0; i < weights.length; i++) {
    if (weights[i]! <= 0) continue
    last = i
    rest -= weights[i]!
    if (rest < 0) break
  }
  return last
}

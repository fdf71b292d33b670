import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { swapRows } from './swap-values.ts'

const tables = fc.record({
  binCounts: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 5 }),
  rowCount: fc.integer({ min: 1, max: 60 }),
  seed: fc.integer(),
})

/** Random rows, and targets that are the pair counts of other random rows. */
function randomCase(binCounts: number[], rowCount: number, seed: number) {
  const random = seededRandom(seed)
  const draw = () =>
    binCounts.map((bins) => Int32Array.from({ length: rowCount }, () => random.nextUint32() % bins))
  const [bins, other] = [draw(), draw()]
  const targets = binCounts.flatMap((_, a) =>
    binCounts.slice(a + 1).map((_, i) => {
      const b = a + 1 + i
      return { a, b, counts: pairCounts(other, binCounts, a, b) }
    }),
  )
  return { bins, targets, random }
}

function pairCounts(bins: Int32Array[], binCounts: number[], a: number, b: number): Float64Array {
  const counts = new Float64Array(binCounts[a]! * binCounts[b]!)
  bins[a]!.forEach((bin, row) => {
    counts[bin * binCounts[b]! + bins[b]![row]!]!++
  })
  return counts
}

function squaredDistance(
  bins: Int32Array[],
  binCounts: number[],
  targets: { a: number; b: number; counts: Float64Array }[],
): number {
  let sum = 0
  for (const { a, b, counts } of targets) {
    pairCounts(bins, binCounts, a, b).forEach((count, cell) => {
      sum += (count - counts[cell]!) ** 2
    })
  }
  return sum
}

test('swaps leave every column as it is by itself, and never lead away from the targets', () => {
  fc.assert(
    fc.property(tables, ({ binCounts, rowCount, seed }) => {
      const { bins, targets, random } = randomCase(binCounts, rowCount, seed)
      const rows = swapRows(bins, binCounts, targets)
      let distance = squaredDistance(bins, binCounts, targets)
      for (let sweep = 0; sweep < 3; sweep++) {
        rows.sweep(0, random)
        const next = squaredDistance(rows.read(), binCounts, targets)
        expect(next).toBeLessThanOrEqual(distance)
        distance = next
      }
      rows.sweep(5, random)
      rows.read().forEach((column, j) => {
        expect([...column].sort()).toEqual([...bins[j]!].sort())
      })
    }),
  )
})

test('three columns come to agree pair by pair, though they begin unrelated', () => {
  const random = seededRandom(7)
  const rowCount = 2000
  const bins = [0, 1, 2].map(() => Int32Array.from({ length: rowCount }, (_, row) => row % 2))
  bins[1] = bins[1]!.map((_, row) => (row >> 1) % 2)
  bins[2] = bins[2]!.map((_, row) => (row >> 2) % 2)
  const agree = Float64Array.of(800, 200, 200, 800)
  const targets = [
    { a: 0, b: 1, counts: agree },
    { a: 0, b: 2, counts: agree },
    { a: 1, b: 2, counts: agree },
  ]
  const rows = swapRows(bins, [2, 2, 2], targets)
  for (let sweep = 0; sweep < 8; sweep++) rows.sweep(0, random)
  for (const { a, b, counts } of targets) {
    pairCounts(rows.read(), [2, 2, 2], a, b).forEach((count, cell) => {
      expect(Math.abs(count - counts[cell]!)).toBeLessThanOrEqual(4)
    })
  }
})

test('a warm sweep changes rows that have settled', () => {
  const { bins, targets, random } = randomCase([4, 4, 4], 500, 3)
  const rows = swapRows(bins, [4, 4, 4], targets)
  for (let sweep = 0; sweep < 10; sweep++) rows.sweep(0, random)
  expect(rows.sweep(0, random)).toBeLessThan(0.05)
  expect(rows.sweep(20, random)).toBeGreaterThan(0.2)
})

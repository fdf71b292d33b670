import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type NoisyPairs,
  type PairTable,
  sumByCell,
  sumByGroups,
  ungrouped,
} from '../../model/measure/pair-tables.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { cellLooks } from './cell-looks.ts'
import { swapRows } from './swap-values.ts'

const tables = fc.record({
  binCounts: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 5 }),
  rowCount: fc.integer({ min: 1, max: 60 }),
  seed: fc.integer(),
})

/** Noise of the two looks: a row counts four times as much in the second. */
const [SIGMA, CLOSER_SIGMA] = [2, 1]
const CELLS = 4

/** Random rows, and targets that are the counts of other random rows in groups, and in cells of any shape. */
function randomCase(binCounts: number[], rowCount: number, seed: number) {
  const random = seededRandom(seed)
  const below = (bound: number) => random.nextUint32() % bound
  const draw = () =>
    binCounts.map((bins) => Int32Array.from({ length: rowCount }, () => below(bins)))
  const [bins, other] = [draw(), draw()]
  const groups = binCounts.map((count) => ({
    groupOf: Int32Array.from({ length: count }, () => below(3)),
    count: 3,
  }))
  const pairs = pairCounts(other, binCounts)
  const looks: NoisyPairs = {
    groups,
    tables: pairs.map(({ a, b, counts }) => ({
      a,
      b,
      counts: sumByGroups(counts, groups[a]!, groups[b]!),
    })),
    sigma: SIGMA,
    closer: pairs
      .filter(() => below(2) === 0)
      .map(({ a, b, counts }) => {
        const cellOf = Uint16Array.from(counts, () => below(CELLS))
        const ofCells = sumByCell(counts, { cellOf, cellCount: CELLS })
        return { a, b, cellOf, counts: ofCells, sigma: CLOSER_SIGMA }
      }),
  }
  return { bins, looks, random }
}

function pairCounts(bins: Int32Array[], binCounts: number[]): PairTable[] {
  return binCounts.flatMap((_, a) =>
    binCounts.slice(a + 1).map((binsB, i) => {
      const b = a + 1 + i
      const counts = new Float64Array(binCounts[a]! * binsB)
      bins[a]!.forEach((bin, row) => {
        counts[bin * binsB + bins[b]![row]!]!++
      })
      return { a, b, counts }
    }),
  )
}

const squares = (counts: Float64Array, targets: Float64Array) =>
  counts.reduce((sum, count, cell) => sum + (count - targets[cell]!) ** 2, 0)

/** Squared distance from the targets of both looks, in units of the first one's noise. */
function squaredDistance(bins: Int32Array[], binCounts: number[], looks: NoisyPairs): number {
  const { groups, tables, closer, sigma } = looks
  const pairs = pairCounts(bins, binCounts)
  const countsOf = (wanted: PairTable) =>
    pairs.find(({ a, b }) => a === wanted.a && b === wanted.b)!.counts
  const first = tables.map((table) =>
    squares(sumByGroups(countsOf(table), groups[table.a]!, groups[table.b]!), table.counts),
  )
  const second = closer.map((look) => {
    const counts = sumByCell(countsOf(look), { ...look, cellCount: look.counts.length })
    return (sigma / look.sigma) ** 2 * squares(counts, look.counts)
  })
  return [...first, ...second].reduce((sum, distance) => sum + distance, 0)
}

/** One look at all bins. */
function lookOnce(binCounts: number[], tables: PairTable[]): NoisyPairs {
  return { groups: binCounts.map(ungrouped), tables, sigma: 1, closer: [] }
}

test('swaps leave every column as it is by itself, and never lead away from the targets of both looks', () => {
  fc.assert(
    fc.property(tables, ({ binCounts, rowCount, seed }) => {
      const { bins, looks, random } = randomCase(binCounts, rowCount, seed)
      const rows = swapRows(bins, binCounts, looks)
      let distance = squaredDistance(bins, binCounts, looks)
      for (let sweep = 0; sweep < 3; sweep++) {
        rows.sweep(0, random)
        const next = squaredDistance(rows.read(), binCounts, looks)
        expect(next).toBeLessThanOrEqual(distance + 1e-6)
        distance = next
      }
      rows.sweep(5, random)
      rows.read().forEach((column, j) => {
        expect([...column].sort()).toEqual([...bins[j]!].sort())
      })
    }),
  )
})

test('a swap changes the distance of the second look by just what was said before', () => {
  fc.assert(
    fc.property(tables, ({ binCounts, rowCount, seed }) => {
      const { bins, looks, random } = randomCase(binCounts, rowCount, seed)
      const second = { ...looks, tables: [] }
      const width = binCounts.length
      const fine = new Uint16Array(rowCount * width)
      for (const [j, column] of bins.entries())
        for (const [row, bin] of column.entries()) fine[row * width + j] = bin
      const { change, swap } = cellLooks(fine, bins, binCounts, second)
      let current = bins
      for (let i = 0; i < 5; i++) {
        const [row1, row2, j] = [rowCount, rowCount, width].map((n) => random.nextUint32() % n)
        const column = current[j!]!
        if (column[row1!] === column[row2!]) continue
        const said = 2 * change(j!, row1! * width, row2! * width)
        const swapped = column.with(row1!, column[row2!]!).with(row2!, column[row1!]!)
        const next = current.with(j!, swapped)
        const [before, after] = [current, next].map((of) => squaredDistance(of, binCounts, second))
        expect(said).toBeCloseTo(after! - before!, 3)
        swap(j!, row1! * width, row2! * width)
        for (const row of [row1!, row2!]) fine[row * width + j!] = swapped[row]!
        current = next
      }
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
  const rows = swapRows(bins, [2, 2, 2], lookOnce([2, 2, 2], targets))
  for (let sweep = 0; sweep < 8; sweep++) rows.sweep(0, random)
  for (const { counts } of pairCounts(rows.read(), [2, 2, 2]))
    counts.forEach((count, cell) => {
      expect(Math.abs(count - agree[cell]!)).toBeLessThanOrEqual(4)
    })
})

test('a warm sweep changes rows that have settled', () => {
  const { bins, random } = randomCase([4, 4, 4], 500, 3)
  const { bins: other } = randomCase([4, 4, 4], 500, 4)
  const rows = swapRows(bins, [4, 4, 4], lookOnce([4, 4, 4], pairCounts(other, [4, 4, 4])))
  for (let sweep = 0; sweep < 10; sweep++) rows.sweep(0, random)
  expect(rows.sweep(0, random)).toBeLessThan(0.05)
  expect(rows.sweep(20, random)).toBeGreaterThan(0.2)
})

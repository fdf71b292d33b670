import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellAt } from '../../schema/infer/grid.ts'
import { groupNeighbors, guardedCells, MIN_BIN_ROWS, roundest } from './guarded-cells.ts'

const columns = fc
  .array(
    fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: -200, max: 200 }),
      fc.integer({ min: -1e9, max: 1e9 }),
    ),
    { minLength: MIN_BIN_ROWS, maxLength: 600 },
  )
  .map((values) => Float64Array.from(values))

const rowsOf = (values: Float64Array, value: number) => values.filter((v) => v === value).length
const total = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0)

test('every bin holds enough rows, and no more bins than trees can take', () => {
  fc.assert(
    fc.property(columns, (values) => {
      const cells = guardedCells(values)
      const rows = new Float64Array(cells.binCount)
      for (const value of values) rows[cells.binOfCell[cellAt(cells, value)]!]!++
      expect(Math.min(...rows)).toBeGreaterThanOrEqual(MIN_BIN_ROWS)
      expect(cells.binCount).toBeLessThanOrEqual(65)
    }),
  )
})

test('only a value of enough rows can be drawn for certain', () => {
  fc.assert(
    fc.property(columns, (values) => {
      const cells = guardedCells(values)
      const low = values.toSorted()[9]!
      const high = values.toSorted().at(-10)!
      for (const [cell, weight] of cells.weights.entries()) {
        const [start, end] = [cells.starts[cell]!, cells.starts[cell + 1]!]
        expect(start).toBeLessThan(end)
        if (weight === 0 || end - start > 1) continue
        // A cell of one integer holds a common value, the end of the range, or a dense stretch's share of a block.
        const isCommon = rowsOf(values, start) >= MIN_BIN_ROWS
        const isEnd = start === low || start === high
        expect(isCommon || isEnd || weight < MIN_BIN_ROWS * 2).toBe(true)
      }
    }),
  )
})

test('values beyond the tenth from either end are cut off', () => {
  fc.assert(
    fc.property(columns, (values) => {
      const sorted = values.toSorted()
      const cells = guardedCells(values)
      const drawn = [...cells.weights.keys()].filter((cell) => cells.weights[cell]! > 0)
      expect(cells.starts[drawn[0]!]!).toBeGreaterThanOrEqual(sorted[9]!)
      expect(cells.starts[drawn.at(-1)! + 1]! - 1).toBeLessThanOrEqual(sorted.at(-10)!)
    }),
  )
})

test('a common value among rare ones keeps its place and its rows', () => {
  const values = Float64Array.from({ length: 400 }, (_, i) => (i < 150 ? 5000 : 4000 + i * 7))
  const cells = guardedCells(values)
  const cell = cellAt(cells, 5000)
  expect([cells.starts[cell], cells.starts[cell + 1]]).toEqual([5000, 5001])
  expect(cells.weights[cell]).toBe(150)
  expect(total(cells.weights)).toBeCloseTo(400, 9)
})

test('nothing is drawn between two clusters', () => {
  const values = Float64Array.from({ length: 200 }, (_, i) => (i % 2) * 100_000 + (i >> 1))
  const cells = guardedCells(values)
  expect(cells.weights[cellAt(cells, 50_000)]).toBe(0)
  expect(cells.weights[cellAt(cells, 40)]).toBeGreaterThan(0)
})

test('neighbors are grouped across heavy ones, and what is left joins the last group', () => {
  expect([...groupNeighbors([3, 3, 10, 3, 3, 20, 1], 10)]).toEqual([0, 0, 1, 0, 0, 2, 0])
  expect([...groupNeighbors([1, 10, 1], 10)]).toEqual([0, 1, 0])
  expect([...groupNeighbors([6, 6, 30, 6, 6], 10)]).toEqual([0, 0, 1, 2, 2])
})

test.each([
  [100, 140, 128],
  [1, 1, 1],
  [-5, 3, 0],
  [-140, -100, -128],
  [65, 127, 96],
])('the roundest integer from %i to %i is %i', (low, high, round) => {
  expect(roundest(low, high)).toBe(round)
})

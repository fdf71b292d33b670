import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import {
  countOfClass,
  massOfDecay,
  massOfSlope,
  meanOfDecay,
  valueInCell,
  ZERO_CLASSES,
  zerosOf,
} from './value-in-cell.ts'

test('integers are counted by their trailing zeros', () => {
  const ends = fc.integer({ min: -2000, max: 2000 })
  fc.assert(
    fc.property(ends, fc.integer({ min: 1, max: 1500 }), (low, width) => {
      const counted = new Float64Array(ZERO_CLASSES)
      for (let value = low; value < low + width; value++) counted[zerosOf(value)]!++
      const expected = counted.map((_, zeros) => countOfClass(low, low + width, zeros))
      expect(expected).toEqual(counted)
    }),
    { numRuns: 200, seed: 3 },
  )
})

test('a drawn value lies in its cell and has the zeros that its cell has', () => {
  const random = seededRandom(4)
  fc.assert(
    fc.property(
      fc.integer({ min: -200_000, max: 200_000 }),
      fc.integer({ min: 1, max: 300_000 }),
      fc.integer({ min: 0, max: 4 }),
      fc.double({ min: -3, max: 1, noNaN: true }),
      (low, width, zeros, slope) => {
        const byZeros = new Float64Array(ZERO_CLASSES)
        byZeros[zeros] = 1
        const grid = { starts: Float64Array.of(low, low + width), fills: [{ byZeros, slope }] }
        const value = valueInCell(grid, 0, random)
        expect(value).toBeGreaterThanOrEqual(low)
        expect(value).toBeLessThan(low + width)
        if (countOfClass(low, low + width, zeros) > 0) expect(zerosOf(value)).toBe(zeros)
      },
    ),
    { numRuns: 2000, seed: 5 },
  )
})

test.each([
  [100, 1000],
  [-999, -99],
])('numbers from %i on have the density of the slope, on either side of zero', (low, high) => {
  const random = seededRandom(6)
  for (const slope of [-2, 0, 1]) {
    const grid = { starts: Float64Array.of(low, high), fills: [{ byZeros: null, slope }] }
    const sizes = Float64Array.from({ length: 4000 }, () => Math.abs(valueInCell(grid, 0, random)))
    const below = sizes.filter((size) => size < 300).length / sizes.length
    expect(below).toBeCloseTo(massOfSlope(100, 300, slope) / massOfSlope(100, 1000, slope), 1)
  }
})

test.each([1e6, -1e6])(
  'numbers that fall by %f with each integer lie at an end of their cell',
  (decay) => {
    const random = seededRandom(8)
    const grid = { starts: Float64Array.of(0, 1e6), fills: [{ byZeros: null, slope: 1, decay }] }
    const values = Array.from({ length: 100 }, () => valueInCell(grid, 0, random))
    const isAtEnd = (value: number) =>
      decay > 0 ? value < 20_000 : value >= 980_000 && value < 1e6
    expect(values.filter(isAtEnd)).toHaveLength(100)
  },
)

test.each([0.01, -0.01])('numbers fall by a rate of %f with each integer', (decay) => {
  const random = seededRandom(7)
  const grid = { starts: Float64Array.of(100, 400), fills: [{ byZeros: null, slope: 1, decay }] }
  const values = Float64Array.from({ length: 4000 }, () => valueInCell(grid, 0, random))
  const below = values.filter((value) => value < 200).length / values.length
  const expected = massOfDecay(100, 200, 100, decay) / massOfDecay(100, 400, 100, decay)
  expect(below).toBeCloseTo(expected, 1)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  expect(Math.abs(mean - meanOfDecay(100, 400, decay))).toBeLessThan(5)
  expect(values.every((value) => value >= 100 && value < 400)).toBe(true)
})

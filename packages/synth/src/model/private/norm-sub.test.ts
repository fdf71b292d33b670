import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projectTable } from '../pairs/project-table.ts'
import { normSub } from './norm-sub.ts'

const numbers = fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: 1 })
const total = fc.double({ min: 0, max: 5000, noNaN: true })
const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0)

test('norm-sub yields no negative value and the total asked for', () => {
  fc.assert(
    fc.property(numbers, total, (values, target) => {
      const projected = normSub(values, target)
      expect(Math.min(...projected)).toBeGreaterThanOrEqual(0)
      expect(sum(projected)).toBeCloseTo(target, 6)
    }),
  )
})

test('norm-sub leaves alone what already fits, and keeps the order', () => {
  fc.assert(
    fc.property(numbers, total, (values, target) => {
      const once = normSub(values, target)
      const twice = normSub(once, target)
      once.forEach((value, i) => {
        expect(twice[i]).toBeCloseTo(value, 6)
      })
      for (let i = 1; i < values.length; i++) {
        if (values[i]! > values[i - 1]!) expect(once[i]).toBeGreaterThanOrEqual(once[i - 1]!)
      }
    }),
  )
})

test('norm-sub is no further from the input than any other point of the simplex', () => {
  const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    sum(Array.from(a, (value, i) => (value - b[i]!) ** 2))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 50 })), {
        minLength: 2,
        maxLength: 8,
      }),
      (pairs) => {
        const values = pairs.map(([value]) => value)
        const weights = pairs.map(([, weight]) => weight)
        const other = weights.map((weight) => (100 * weight) / sum(weights))
        expect(distance(values, normSub(values, 100))).toBeLessThanOrEqual(
          distance(values, other) + 1e-6,
        )
      },
    ),
  )
})

test('an edge is projected onto both of its margins', () => {
  const rows = Float64Array.of(60, 40)
  const columns = Float64Array.of(50, 30, 20)
  const edge = projectTable(Float64Array.of(45, 12, -3, 8, 15, 21), rows, columns)
  expect(Math.min(...edge)).toBeGreaterThanOrEqual(0)
  expect(sum(edge.subarray(0, 3))).toBeCloseTo(60, 1)
  expect(edge[0]! + edge[3]!).toBeCloseTo(50, 6)
})

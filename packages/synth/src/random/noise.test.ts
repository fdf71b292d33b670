import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate } from './allocate.ts'
import { cryptoRandom } from './crypto-random.ts'
import { addNoise, discreteGaussian } from './discrete-gaussian.ts'
import { exponentialMechanism } from './exponential-mechanism.ts'
import { uniform } from './random-source.ts'
import { seededRandom } from './seeded-random.ts'

const DRAWS = 40_000

test.each([0.7, 3, 14.2, 250])('cell noise has the declared sigma %f and mean zero', (sigma) => {
  const noisy = addNoise(new Float64Array(DRAWS), sigma, seededRandom(11))
  const mean = noisy.reduce((sum, x) => sum + x, 0) / DRAWS
  const variance = noisy.reduce((sum, x) => sum + (x - mean) ** 2, 0) / DRAWS
  // Four standard errors: sd of the mean is sigma / sqrt(n), of the variance sigma^2 sqrt(2 / n).
  expect(Math.abs(mean)).toBeLessThan((4 * sigma) / Math.sqrt(DRAWS))
  expect(Math.abs(variance / sigma ** 2 - 1)).toBeLessThan(4 * Math.sqrt(2 / DRAWS))
  expect(noisy.every(Number.isInteger)).toBe(true)
})

test('noise follows the Gaussian beyond its variance', () => {
  const random = seededRandom(5)
  let beyond = 0
  for (let i = 0; i < DRAWS; i++) if (Math.abs(discreteGaussian(random, 20)) > 40.5) beyond++
  expect(beyond / DRAWS).toBeCloseTo(0.04285, 2)
})

test('the exponential mechanism picks in the declared proportions', () => {
  const random = seededRandom(3)
  let first = 0
  for (let i = 0; i < DRAWS; i++) if (exponentialMechanism([10, 8], 0.5, random) === 0) first++
  expect(first / DRAWS).toBeCloseTo(1 / (1 + Math.exp(-0.5)), 2)
})

test('an allocation gives every index its expected count, rounded', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(weights, fc.integer({ min: 0, max: 3000 }), fc.integer(), (list, count, seed) => {
      const total = list.reduce((sum, weight) => sum + weight, 0)
      const counts = new Float64Array(list.length)
      for (const index of allocate(count, list, seededRandom(seed))) counts[index]!++
      list.forEach((weight, i) => {
        const expected = total > 0 ? (count * weight) / total : count / list.length
        expect(Math.abs(counts[i]! - expected)).toBeLessThan(1.000001)
        if (total > 0 && weight === 0) expect(counts[i]).toBe(0)
      })
    }),
  )
})

test('the cryptographic source is uniform and differs between instances', () => {
  const [a, b] = [cryptoRandom(), cryptoRandom()]
  const draws = Array.from({ length: 20_000 }, () => uniform(a))
  expect(draws.reduce((sum, x) => sum + x, 0) / draws.length).toBeCloseTo(0.5, 1)
  expect(a.nextUint32() === b.nextUint32() && a.nextUint32() === b.nextUint32()).toBe(false)
})

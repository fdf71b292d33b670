import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planBudget } from './budget.ts'
import { deltaOfRho, epsilonOfRhoDelta, rhoOfEpsilonDelta } from './privacy-accountant.ts'
import { totalSpent } from './spent-budget.ts'

const runOf = (epsilon: number, delta: number) => ({
  rhoSpent: planBudget(epsilon, delta).rho,
  delta,
})

test('one run that spends its budget means the epsilon it was planned for', () => {
  for (const epsilon of [0.5, 1, 3, 10])
    expect(totalSpent([runOf(epsilon, 1e-6)])!.epsilon).toBeCloseTo(epsilon, 6)
})

test('runs on one original add up, to more than each and less than the sum of their epsilons', () => {
  const total = totalSpent([runOf(3, 1e-6), runOf(3, 1e-6), runOf(1, 1e-6)])!
  expect(total.rhoSpent).toBeCloseTo(2 * runOf(3, 1e-6).rhoSpent + runOf(1, 1e-6).rhoSpent, 12)
  expect(total.delta).toBeCloseTo(3e-6, 18)
  expect(total.epsilon).toBeGreaterThan(4)
  expect(total.epsilon).toBeLessThan(5)
})

test('nothing spent means nothing, and a run without a bound leaves none', () => {
  expect(totalSpent([])).toEqual({ rhoSpent: 0, delta: 0, epsilon: 0 })
  expect(totalSpent([runOf(3, 1e-6), { rhoSpent: null, delta: null }])).toBeNull()
})

test('the epsilon of a rho is the least that keeps delta, and takes back what rho came from', () => {
  const epsilons = fc.double({ min: 0.05, max: 20, noNaN: true })
  const exponents = fc.double({ min: -12, max: -3, noNaN: true })
  fc.assert(
    fc.property(epsilons, exponents, (epsilon, exponent) => {
      const delta = 10 ** exponent
      const rho = rhoOfEpsilonDelta(epsilon, delta)
      const found = epsilonOfRhoDelta(rho, delta)
      expect(deltaOfRho(rho, found)).toBeLessThanOrEqual(delta)
      expect(found).toBeCloseTo(epsilon, 6)
    }),
    { numRuns: 50 },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planBudget } from './budget.ts'
import { upperNormalQuantile } from './normal-quantile.ts'
import { deltaOfRho, rhoOfEpsilonDelta } from './privacy-accountant.ts'
import { openLedger, rhoSpent, spend } from './privacy-ledger.ts'

test.each([
  [1, 1e-6, 0.02436],
  [3, 1e-6, 0.18507],
  [10, 1e-6, 1.53928],
  [1, 1e-9, 0.01497],
  [1, 1e-5, 0.03056],
  [2, 1e-6, 0.08815],
  [5, 1e-6, 0.46306],
])('epsilon %f at delta %f allows the rho that cdp2adp computes, %f', (epsilon, delta, rho) => {
  expect(rhoOfEpsilonDelta(epsilon, delta)).toBeCloseTo(rho, 5)
})

test('rho grows with epsilon and delta, and never promises more than asked', () => {
  const epsilons = fc.double({ min: 0.05, max: 10, noNaN: true })
  const exponents = fc.double({ min: -12, max: -3, noNaN: true })
  fc.assert(
    fc.property(epsilons, exponents, (epsilon, exponent) => {
      const delta = 10 ** exponent
      const rho = rhoOfEpsilonDelta(epsilon, delta)
      expect(deltaOfRho(rho, epsilon)).toBeLessThanOrEqual(delta)
      expect(rhoOfEpsilonDelta(epsilon * 1.1, delta)).toBeGreaterThan(rho)
      expect(rhoOfEpsilonDelta(epsilon, delta * 2)).toBeGreaterThan(rho)
    }),
    { numRuns: 50 },
  )
})

test('a ledger never holds more than its budget', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 0.5, noNaN: true })), (costs) => {
      const ledger = openLedger(1)
      for (const cost of costs) {
        const wouldFit = rhoSpent(ledger) + cost <= 1
        if (wouldFit) spend(ledger, 'look', cost)
        else if (rhoSpent(ledger) + cost > 1.000001) {
          expect(() => spend(ledger, 'look', cost)).toThrow('exhausted')
        }
      }
      expect(rhoSpent(ledger)).toBeLessThanOrEqual(1 + 1e-9)
    }),
  )
})

test('a ledger refuses what is no cost', () => {
  expect(() => spend(openLedger(1), 'look', Number.NaN)).toThrow('not a cost')
  expect(() => spend(openLedger(1), 'look', -0.1)).toThrow('not a cost')
})

test('the shares of a plan add up to its rho', () => {
  const plan = planBudget(3, 1e-6)
  const sum = Object.values(plan.share).reduce((total, share) => total + share, 0)
  expect(sum).toBeCloseTo(plan.rho, 12)
  expect(plan.rho).toBe(rhoOfEpsilonDelta(3, 1e-6 - plan.deltaKeys))
})

test.each([
  [0.5, 0],
  [0.025, 1.959964],
  [1e-7, 5.199338],
  [1e-10, 6.361341],
])('the upper normal quantile of %f is %f', (tail, z) => {
  expect(upperNormalQuantile(tail)).toBeCloseTo(z, 5)
})

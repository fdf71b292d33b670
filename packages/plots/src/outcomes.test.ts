import { expect, test } from 'vitest'
import { judge, outcomeOf, outcomesText, untestedText, worstOutcome } from './outcomes.ts'

test('a check passes only if it would have found a leak of ten points', () => {
  const few = { value: 0.02, ideal: 0, limit: 0.18, deviation: 0.07 }
  expect(judge(few).outcome).toBe('inconclusive')
  expect(judge(few).minimumDetectableEffect).toBeCloseTo(0.2388, 9)
  expect(judge({ ...few, limit: 0.05, deviation: 0.02 }).outcome).toBe('passed')
  expect(judge({ ...few, value: 0.19 }).outcome).toBe('failed')
  expect(judge({ value: 0.52, ideal: 0.5, limit: 0.53, deviation: 0.015 }).outcome).toBe('passed')
})

test('what an earlier report calls passed is judged by its interval', () => {
  const figure = { unit: 'share' as const, value: 0.01, ideal: 0, limit: 0.05 }
  const of = (low: number, high: number) =>
    outcomeOf({ id: 'inference', pass: true, figure: { ...figure, interval: { low, high } } })
  expect(of(-0.03, 0.05)).toBe('passed')
  expect(of(-1, 0.9)).toBe('inconclusive')
  expect(outcomeOf({ id: 'inference', pass: true, figure: { ...figure, interval: null } })).toBe(
    'inconclusive',
  )
  expect(outcomeOf({ id: 'inference', pass: true })).toBe('inconclusive')
  expect(outcomeOf({ id: 'inference', pass: false })).toBe('failed')
  expect(outcomeOf({ id: 'budget', pass: true })).toBe('passed')
  expect(outcomeOf({ id: 'identifiers', pass: true, outcome: 'inconclusive' })).toBe('inconclusive')
})

test('checks that were not made are named, with the reason', () => {
  expect(untestedText(['linkability', 'exact-matches'])).toMatch(
    /^Not tested: linking of separate facts, exact matches\. With so few rows/,
  )
  expect(untestedText([])).toBeNull()
  expect(untestedText(undefined)).toBeNull()
})

test('checks that cannot tell are not counted among those that passed', () => {
  expect(outcomesText(['passed', 'inconclusive', 'passed', 'inconclusive'])).toBe(
    '2 checks passed, 2 cannot tell: noise could hide a leak of 10 points',
  )
  expect(outcomesText(['failed', 'passed'])).toBe('1 check not passed, 1 passed')
  expect(outcomesText(['inconclusive'])).toBe(
    '1 check cannot tell: noise could hide a leak of 10 points',
  )
  expect(outcomesText([])).toBe('No check was made')
  expect(worstOutcome(['passed', 'inconclusive'])).toBe('inconclusive')
  expect(worstOutcome(['inconclusive', 'failed'])).toBe('failed')
})

import { expect, test } from 'vitest'
import { qualityFact, qualityScore } from './quality-score.ts'

const agreement = { overall: 0.943, ceiling: 0.96, relative: 0.9823 }

test('a buyer who computes it again finds the share of what real rows reach, rounded down', () => {
  expect(qualityScore(agreement)).toBe(98.2)
  expect(qualityScore({ relative: 0.94999 })).toBe(94.9)
  expect(qualityScore({ relative: 0.95 })).toBe(95)
  expect(qualityScore({ relative: 1 })).toBe(100)
  expect(qualityFact({ ...agreement, interval: { low: 0.971, high: 0.9921 } })).toEqual({
    label: 'Quality score',
    value: '98.2',
    note: 'of 100: agrees to 94.3%, a fresh real sample would to 96.0%; with its noise, 97.1 to 99.2',
  })
})

test('whoever holds an earlier report or certificate is told why its number differs', () => {
  expect(qualityFact(agreement, 98.2).note).not.toContain('earlier')
  expect(qualityFact(agreement, 96)).toMatchObject({
    value: '98.2',
    note: expect.stringContaining('96.0 by an earlier definition'),
  })
  expect(qualityFact(undefined, 96)).toMatchObject({
    label: 'Score of columns and pairs',
    value: '96.0',
  })
})

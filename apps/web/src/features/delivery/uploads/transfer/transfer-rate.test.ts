import { expect, test } from 'vitest'
import { addSample, rateOf } from './transfer-rate.ts'

const after = (...samples: [at: number, sentBytes: number][]) =>
  samples.reduce<ReturnType<typeof addSample>>(
    (kept, [at, sentBytes]) => addSample(kept, { at, sentBytes }),
    [],
  )

test('the rate is that of the last seconds, not of the whole', () => {
  expect(rateOf(after([0, 0], [1000, 50], [20_000, 100], [22_000, 4100]))).toBe(2000)
})

test('nothing is said before a second has passed, or after bytes went backwards', () => {
  expect(rateOf(after([0, 0], [500, 100]))).toBeNull()
  expect(rateOf(after([0, 0], [2000, 5000], [2500, 1000]))).toBeNull()
})

import { expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

it('waits 5 seconds after the first fault, twice as long after each, and at most 15 minutes', () => {
  const seconds = [1, 2, 3, 8, 9, 2000].map((count) => backoffMs(count, 0.5) / 1000)
  expect(seconds).toEqual([5, 10, 20, 640, 900, 900])
})

it('spreads the wait between half and one and a half of it', () => {
  expect([backoffMs(1, 0), backoffMs(1, 1)]).toEqual([2500, 7500])
})

import { describe, expect, it } from 'vitest'
import { barTicks } from './bar-ticks.ts'

describe('barTicks', () => {
  it.each([
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [9, [0, 5, 10]],
    [37, [0, 10, 20, 30, 40]],
    [2_000_000, [0, 500_000, 1_000_000, 1_500_000, 2_000_000]],
    [2_137_500, [0, 1_000_000, 2_000_000, 3_000_000]],
  ])('reaches %s in a few round steps', (highest, ticks) => {
    expect(barTicks(highest)).toEqual(ticks)
  })
})

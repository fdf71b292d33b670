/** Tests that a slow destination keeps its place as long as it takes enough, and no longer. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startPace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns after how many minutes a destination is given up that takes so much every so often; 600 at most. */
function minutesOf(bytes: number, everyMs: number): number {
  const pace = startPace()
  let ms = 0
  for (; !pace.lost.aborted && ms < 600 * 60_000; ms += everyMs) {
    vi.advanceTimersByTime(everyMs)
    pace.onBytes(bytes)
  }
  pace.end()
  return ms / 60_000
}

it('gives up who takes little now and then, and keeps who takes enough', () => {
  expect(minutesOf(32_768, 120_000)).toBeLessThan(5)
  expect(minutesOf(100 * 1000, 1000)).toBeLessThan(16)
  expect(minutesOf(16 * 1024 * 1024, 120_000)).toBe(600)
  expect(minutesOf(200 * 1000, 1000)).toBe(600)
})

it('saves nothing up from a fast beginning, and allows for each file', () => {
  const pace = startPace()
  pace.onBytes(1e12)
  for (let file = 0; file < 9; file++) {
    vi.advanceTimersByTime(30_000)
    pace.onFile()
  }
  expect(pace.lost.aborted).toBe(false)
  vi.advanceTimersByTime(180_000)
  expect(pace.lost.aborted).toBe(true)
  pace.end()
})

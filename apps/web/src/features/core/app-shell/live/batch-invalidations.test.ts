import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { batchInvalidations } from './batch-invalidations.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('reads each thing anew once for a burst, and soon', () => {
  const refresh = vi.fn()
  const refreshes = batchInvalidations(refresh)
  for (let index = 0; index < 50; index++) refreshes.add([['offers'], ['dprs']])
  vi.advanceTimersByTime(100)
  expect(refresh.mock.calls).toEqual([[['offers']], [['dprs']]])
})

it('rests after a burst, and forgets nothing that came meanwhile', () => {
  const refresh = vi.fn()
  const refreshes = batchInvalidations(refresh)
  for (let elapsedMs = 0; elapsedMs < 3000; elapsedMs += 10) {
    refreshes.add([['offers']])
    vi.advanceTimersByTime(10)
  }
  expect(refresh.mock.calls.length).toBeLessThanOrEqual(6)
  refreshes.add([['contracts']])
  vi.advanceTimersByTime(1000)
  expect(refresh).toHaveBeenCalledWith(['contracts'])
})

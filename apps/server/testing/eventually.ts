import { vi } from 'vitest'
import { patienceMs } from './patience.ts'

/** Retries the check until it passes. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: patienceMs, interval: 20 })

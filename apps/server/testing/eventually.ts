import { vi } from 'vitest'

/**
 * Retries the check until it passes. Events arrive only when no older transaction runs in the whole
 * cluster, which tests share: another test's transaction may take half a minute.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 90_000, interval: 20 })

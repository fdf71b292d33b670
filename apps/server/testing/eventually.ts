import { vi } from 'vitest'

/**
 * What is told by events comes once no older transaction runs in the whole cluster, which tests share: somebody else's
 * may take seconds.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000, interval: 20 })

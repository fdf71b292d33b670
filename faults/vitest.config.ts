import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { patienceMs } from '../apps/server/testing/patience.ts'
import { isLong } from '../e2e/support/test-length.ts'
import { SecondTries } from '../scripts/second-tries.mjs'

/** Runs all files with `npm run test:faults`, otherwise the short form alone. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    name: 'faults',
    include: [isLong ? 'faults/**/*.test.ts' : 'faults/short.test.ts'],
    fileParallelism: false, // each file has servers of its own, and measures seconds
    // A loaded machine may miss a moment; what is broken fails twice.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: patienceMs } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: [isLong ? 'verbose' : 'default', new SecondTries()],
  },
})

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { SecondTries } from '../scripts/second-tries.mjs'

/** Has other people's programs judge what the platform proves: `npm run test:proof`. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    name: 'proof',
    experimental: { viteModuleRunner: false },
    include: ['proof/**/*.test.ts'],
    globalSetup: ['apps/server/testing/global-setup.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    reporters: ['verbose', new SecondTries()],
    // Other people's programs start slowly on a loaded machine; what is broken fails twice.
    retry: process.env.CI ? 1 : 0,
  },
})

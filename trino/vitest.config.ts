import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Has a coordinator and two workers of Trino count what PostgreSQL and DuckDB count: `npm run test:trino`. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    name: 'trino',
    experimental: { viteModuleRunner: false },
    isolate: false,
    fileParallelism: false,
    include: ['trino/*.test.ts'],
    globalSetup: ['trino/global-setup.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 900_000,
    reporters: ['verbose'],
  },
})

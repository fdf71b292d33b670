import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 3, // each waits for the database now and then
    projects: [
      {
        test: {
          name: 'packages',
          isolate: false,
          include: ['packages/*/src/**/*.test.ts'],
          exclude: ['packages/synth/src/postgres/**'],
          globalSetup: ['packages/synth/testing/global-setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'warehouse',
          isolate: false,
          include: ['packages/synth/src/postgres/**/*.test.ts'],
          globalSetup: ['apps/server/testing/bare-cluster.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Twins are drawn with noise that nobody can repeat; what is broken fails twice.
          retry: process.env.CI ? 1 : 0,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          isolate: false,
          sequence: { groupOrder: 1 }, // a group of its own, as it shares one worker
        },
      },
    ],
  },
})

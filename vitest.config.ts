import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { patienceMs } from './apps/server/testing/patience.ts'
import { patienceMs as pagePatienceMs } from './apps/web/testing/patience.ts'
import { findBrowser } from './scripts/find-browser.mjs'
import { SecondTries } from './scripts/second-tries.mjs'

/** Limits what hangs, in ms: next to other suites a test may take ten times its time on a quiet machine. */
const hangsAfter = 300_000

/** Tries a failed test again in CI, on machines that other work slows down: what is broken fails twice. */
const retry = process.env.CI ? 1 : 0

export default defineConfig({
  test: {
    reporters: ['default', new SecondTries()],
    maxWorkers: 3, // each waits for the database and the engine's processes now and then
    tags: [
      { name: 'long', description: 'Runs in `npm run test:long` alone.' },
      {
        name: 'scaled',
        description: 'Runs in `npm test`, and with more cases in `npm run test:scaled`.',
      },
    ],
    projects: [
      {
        test: {
          name: 'repository',
          isolate: false, // loads the compiler, which most of them read sources with, once per worker
          experimental: { viteModuleRunner: false },
          include: ['scripts/**/*.test.ts'],
          testTimeout: hangsAfter,
          hookTimeout: hangsAfter,
          expect: { poll: { timeout: patienceMs } },
          retry,
        },
      },
      {
        test: {
          name: 'packages',
          experimental: { viteModuleRunner: false }, // Node reads TypeScript itself, at a third less cost
          isolate: false,
          include: ['packages/*/src/**/*.test.ts'],
          exclude: ['packages/synth/src/engines/warehouse/**'],
          globalSetup: ['packages/synth/testing/global-setup.ts'],
          setupFiles: ['packages/synth/testing/replay-noise.ts'],
          testTimeout: hangsAfter,
          hookTimeout: hangsAfter,
          expect: { poll: { timeout: patienceMs } },
          retry,
        },
      },
      {
        test: {
          name: 'warehouse',
          isolate: false,
          include: ['packages/synth/src/engines/warehouse/**/*.test.ts'],
          globalSetup: ['apps/server/testing/bare-cluster.ts'],
          setupFiles: ['packages/synth/testing/replay-noise.ts'],
          testTimeout: hangsAfter,
          hookTimeout: hangsAfter,
          expect: { poll: { timeout: patienceMs } },
          retry,
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false }, // nothing here is mocked
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/testing/global-setup.ts'],
          testTimeout: hangsAfter,
          hookTimeout: hangsAfter,
          expect: { poll: { timeout: patienceMs } },
          retry,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, '**/*.component.test.tsx'],
          setupFiles: ['apps/web/testing/address.ts'],
          isolate: false,
          testTimeout: hangsAfter,
          expect: { poll: { timeout: patienceMs } },
          retry,
          sequence: { groupOrder: 1 }, // a group of its own, as it shares one worker
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        // All of the application at once: what is found later reloads the page under a test.
        optimizeDeps: { entries: ['apps/web/src/main.tsx', 'apps/web/testing/**'] },
        resolve: {
          alias: { '@testing': fileURLToPath(new URL('apps/web/testing', import.meta.url)) },
        },
        test: {
          name: 'component',
          env: { TEST_LENGTH: process.env.TEST_LENGTH ?? '' },
          include: ['apps/web/{src,testing}/**/*.component.test.tsx'],
          setupFiles: ['apps/web/testing/setup.ts'],
          isolate: false,
          fileParallelism: false, // one page in one browser
          sequence: { groupOrder: 2 },
          testTimeout: 180_000,
          expect: { poll: { timeout: pagePatienceMs } },
          retry,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            locators: { exact: false },
            provider: playwright({
              actionTimeout: pagePatienceMs,
              contextOptions: { reducedMotion: 'reduce' },
              launchOptions: {
                executablePath: findBrowser(),
                args: [
                  '--no-sandbox',
                  '--disable-gpu',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                  '--no-first-run',
                  '--js-flags=--no-opt', // a test ends before optimized code pays off
                ],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})

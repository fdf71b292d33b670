import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SecondTries } from '../scripts/second-tries.mjs'

/** Runs first, because it takes longest. */
const isCrawl = ({ moduleId }: TestSpecification) => moduleId.endsWith('/crawl.test.ts')

class CrawlFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [...sorted.filter(isCrawl), ...sorted.filter((file) => !isCrawl(file))]
  }
}

/** Limits what hangs, in ms: next to other suites a file waits minutes for the engine. */
const hangsAfter = 600_000

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    name: 'browser',
    reporters: ['default', new SecondTries()],
    isolate: false, // loads the contract and its clients once per worker
    experimental: { viteModuleRunner: false }, // Node reads TypeScript itself
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/support/global-setup.ts'],
    // The machine that runs this may have two cores, and the server wants one.
    maxWorkers: 2,
    maxConcurrency: 3,
    sequence: { sequencer: CrawlFirst },
    // A browser on a loaded machine stumbles at times; what is broken fails twice.
    retry: process.env.CI ? 1 : 0,
    // The server's actions take a moment to arrive on a page.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: hangsAfter,
    hookTimeout: hangsAfter,
  },
})

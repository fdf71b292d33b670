import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** It takes longest: nobody waits for it at the end. */
const isWalk = ({ moduleId }: TestSpecification) => moduleId.endsWith('/walk.test.ts')

class WalkFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [...sorted.filter(isWalk), ...sorted.filter((file) => !isWalk(file))]
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    name: 'browser',
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/global-setup.ts'],
    // The machine that runs this may have two cores, and the server wants one.
    maxWorkers: 2,
    maxConcurrency: 3,
    sequence: { sequencer: WalkFirst },
    // A browser on a loaded machine stumbles at times; what is broken fails twice.
    retry: process.env.CI ? 1 : 0,
    // What the server does takes a moment to arrive on a page.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
})

import type { TestProject } from 'vitest/node'
import { startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of this run's server. */
    url: string
  }
}

/** Starts one server on sample data for the whole run; `E2E_URL` names one that already runs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.E2E_URL
  const server = running
    ? { url: running, stop: async () => {} }
    : await startServer({ hasShortSamples: true })
  project.provide('url', server.url)
  return server.stop
}

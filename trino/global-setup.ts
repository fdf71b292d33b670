import type { TestProject } from 'vitest/node'
import openServer from '../apps/server/testing/global-setup.ts'
import { startCluster } from './cluster.ts'
import type { Guard } from './guard.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The coordinator, as `http://127.0.0.1:8080`. */
    trino: string
    guard: Guard
  }
}

/** Starts a cluster for the whole run, and what the tests of the server have. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster(2)
  project.provide('trino', cluster.origin)
  project.provide('guard', cluster.guard)
  const closeServer = await openServer(project)
  return async () => {
    await closeServer()
    await cluster.stop()
  }
}

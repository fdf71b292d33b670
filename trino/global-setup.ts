import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The coordinator, as `http://127.0.0.1:8080`. */
    trino: string
  }
}

/** Starts a cluster for the whole run; TRINO_ORIGIN names one that runs already. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.TRINO_ORIGIN
  const cluster = running ? null : await startCluster(2)
  project.provide('trino', running ?? cluster?.origin ?? '')
  return async () => cluster?.stop()
}

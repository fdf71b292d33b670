/** A PostgreSQL without the platform's tables, for tests of packages that know none of them. */
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { startTemporaryPostgres } from '../src/platform/database/embedded-postgres.ts'
import './global-setup.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTemporaryPostgres()
  const { host, user, password } = postgres.connection as ProvidedContext['postgres']
  project.provide('postgres', { host, user, password })
  return postgres.stop
}

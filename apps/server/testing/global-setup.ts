/** One PostgreSQL for the whole run, with a migrated template that every test file clones; and the engine, bundled. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { bundleEngine } from '../../../scripts/build/bundle-engine.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { startTemporaryPostgres } from '../src/platform/database/embedded-postgres.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { migrateJobs } from '../src/platform/process/jobs.ts'
import { openLog } from '../src/platform/process/log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string; password: string }
    /** Directory of files that belong to template databases made during the run. */
    templateFiles: string
  }
}

export const TEMPLATE = 'template_semblance'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await bundleEngine()
  const postgres = await startTemporaryPostgres()
  const { host, user, password } = postgres.connection as {
    host: string
    user: string
    password: string
  }
  const admin = new pg.Client(postgres.connection)
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  // One plan for each statement: PostgreSQL would make five before it keeps one, and tests run most of them less often.
  await admin.query(
    `alter role ${pg.escapeIdentifier(user)} set plan_cache_mode = force_generic_plan`,
  )
  await admin.end()
  const template = openDatabase({ ...postgres.connection, database: TEMPLATE })
  await migrateJobs(template, openLog('error'))
  await migrate(template.pool)
  await template.close()
  project.provide('postgres', { host, user, password })
  const templateFiles = mkdtempSync(join(tmpdir(), 'semblance-templates-'))
  project.provide('templateFiles', templateFiles)
  return async () => {
    await postgres.stop()
    rmSync(templateFiles, { recursive: true, force: true })
  }
}

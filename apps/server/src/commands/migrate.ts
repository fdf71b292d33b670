/**
 * Brings the database up to date and ends: `npm run migrate`. Servers may run or not; a start does
 * the same. Exits with 78 if the database allows newer releases only, and with 1 if it failed.
 */
import { readConfig } from '../platform/config.ts'
import { withDatabase } from '../platform/database/command-database.ts'
import { migrate, readSchemaLevel } from '../platform/database/migrate.ts'
import { assertSchemaAllows, SchemaTooNewError } from '../platform/database/schema-floor.ts'
import { migrateJobs } from '../platform/process/jobs.ts'
import { openLog } from '../platform/process/log.ts'

const EXIT_TOO_OLD = 78

try {
  await withDatabase(readConfig(process.env), async (db) => {
    await assertSchemaAllows(db.pool, await readSchemaLevel())
    await migrateJobs(db, openLog('error'))
    const applied = await migrate(db.pool, { onWait: (message) => console.warn(message) })
    for (const name of applied) console.warn(`${name} is applied.`)
    console.warn('The database is up to date.')
  })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = error instanceof SchemaTooNewError ? EXIT_TOO_OLD : 1
}

/**
 * Writes the result of the migrations: `schema.sql` and `docs/data-model.md` for readers, `database.gen.ts`
 * for the compiler. `generated-schema.test.ts` fails when one of them has drifted.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../apps/server/src/platform/database/db.ts'
import { startTemporaryPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { migrateJobs } from '../apps/server/src/platform/process/jobs.ts'
import { openLog } from '../apps/server/src/platform/process/log.ts'
import { type Address, generateFromSchema } from './schema/generated-schema.ts'

const root = join(import.meta.dirname, '..')
const postgres = await startTemporaryPostgres()
const db = openDatabase(postgres.connection)
try {
  await migrateJobs(db, openLog('error'))
  await migrate(db.pool)
  const address = { database: 'postgres', ...postgres.connection } as Address
  for (const { path, text } of await generateFromSchema(db.pool, address))
    writeFileSync(join(root, path), text)
} finally {
  await db.close()
  await postgres.stop()
}

/**
 * Writes the result of the migrations: `schema.sql` and `docs/data-model.md` for readers, `database.gen.ts`
 * for the compiler. With --check it writes nothing and fails when one of them has drifted.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../apps/server/src/platform/database/db.ts'
import { startTemporaryPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { migrateJobs } from '../apps/server/src/platform/process/jobs.ts'
import { openLog } from '../apps/server/src/platform/process/log.ts'
import { describeDataModel } from './data-model.ts'
import { dumpSchema } from './schema-dump.ts'

const root = join(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'semblance-schema-'))
const postgres = await startTemporaryPostgres()
const db = openDatabase(postgres.connection)
try {
  await migrateJobs(db, openLog('error'))
  await migrate(db.pool)
  const produced = [
    { path: 'apps/server/schema.sql', text: await dumpSchema(db.pool) },
    { path: 'docs/data-model.md', text: await describeDataModel(db.pool) },
    { path: 'apps/server/src/platform/database/database.gen.ts', text: generateTypes() },
  ]
  for (const { path, text } of produced) {
    if (!process.argv.includes('--check')) writeFileSync(join(root, path), text)
    else if (!existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text) {
      console.error(`${path} does not match the migrations. Run: npm run db:generate`)
      process.exitCode = 1
    }
  }
} finally {
  await db.close()
  await postgres.stop()
  rmSync(scratch, { recursive: true, force: true })
}

function generateTypes(): string {
  const { host, user, password } = postgres.connection
  const out = join(scratch, 'database.ts')
  const result = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      '--config-file',
      join(root, 'apps/server/kysely-codegen.json'),
      '--url',
      `postgres://${user}:${password}@/postgres?host=${encodeURIComponent(String(host))}`,
      '--out-file',
      out,
    ],
    { cwd: root, encoding: 'utf8' },
  )
  if (result.status !== 0) throw new Error(result.stderr || result.stdout)
  return readFileSync(out, 'utf8')
}

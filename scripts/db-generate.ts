/**
 * Writes what the migrations amount to: `schema.sql` for readers and `database.gen.ts` for the compiler.
 * With --check it writes nothing and fails when either has drifted.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../apps/server/src/platform/db.ts'
import { startTemporaryPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { migrateJobs } from '../apps/server/src/platform/jobs.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
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
    { path: 'apps/server/src/platform/database.gen.ts', text: generateTypes() },
  ]
  for (const { path, text } of produced) {
    if (!process.argv.includes('--check')) writeFileSync(join(root, path), text)
    else if (readFileSync(join(root, path), 'utf8') !== text) {
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

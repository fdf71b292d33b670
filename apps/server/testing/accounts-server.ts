/** The Auth protocol alone, on the embedded PostgreSQL and without rate limits, for bench/auth.ts, which forks it. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { authRoutes } from '../src/core/auth/routes/index.ts'
import { createAuth } from '../src/core/auth/service.ts'
import { defaultLimits } from '../src/core/auth/sign-in/rate-limits.ts'
import { openDatabase, system } from '../src/platform/database/db.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { migrateJobs } from '../src/platform/process/jobs.ts'
import { openLog } from '../src/platform/process/log.ts'
import { createSecrets } from '../src/platform/security/secrets.ts'
import { emailOf, PASSWORD, USERS } from './bench-users.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'semblance-bench-'))
const postgres = await startEmbeddedPostgres(dataDir)
const db = openDatabase(postgres.connection)
const log = openLog('error')
await migrateJobs(db, log)
await migrate(db.pool)
const unlimited = { burst: 1e9, refillMs: 1 }
const app = new Hono()
const server = serve({
  fetch: app.fetch,
  port: 0,
  hostname: '127.0.0.1',
  overrideGlobalObjects: false,
})
await new Promise((resolve) => server.once('listening', resolve))
const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const auth = await createAuth({
  db,
  secrets: createSecrets(randomBytes(32)),
  publicUrl,
  mailConfirm: true,
  log,
  onSignUp: async () => {},
  onConfirmed: async () => {},
  limits: Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, unlimited])),
})
app.route('/auth/v1', authRoutes(auth))
for (let index = 0; index < USERS; index++) {
  await db.transaction(system, (tx) =>
    auth.createUser(tx, { email: emailOf(index), password: PASSWORD }),
  )
}
process.send?.(publicUrl)
process.once('disconnect', async () => {
  server.close()
  await db.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
})

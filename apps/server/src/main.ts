/** Starts everything this process needs, and stops it in reverse order. */
import { mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { applyRestore } from './after-restore.ts'
import { createApp } from './app.ts'
import { clearWork } from './delivery/engine/service.ts'
import { hooks } from './hooks.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase, system } from './platform/database/db.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { migrate } from './platform/database/migrate.ts'
import { enqueue, migrateJobs, startJobs } from './platform/process/jobs.ts'
import { openLog } from './platform/process/log.ts'
import { assertPortFree, lockDataDir } from './platform/process/process-lock.ts'
import { createSecrets, loadMasterSecret } from './platform/security/secrets.ts'
import { loadSamples } from './sample-data/load.ts'

/** Limits the time that running requests and jobs may take to finish at shutdown. */
const SHUTDOWN_GRACE_MS = 20_000

/** Limits a request to the time that a large file needs over a slow line; headers have a minute. */
const REQUEST_TIMEOUT_MS = 6 * 3_600_000

const stops: (() => Promise<unknown> | unknown)[] = []
let stopping = false

async function stop(code: number): Promise<never> {
  if (stopping) return new Promise(() => {})
  stopping = true
  setTimeout(() => process.exit(1), SHUTDOWN_GRACE_MS).unref()
  for (const step of stops.reverse()) await step()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop(0))

try {
  await start()
} catch (error) {
  console.error((error as Error).message)
  await stop(1)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  await assertPortFree(config.port)
  mkdirSync(config.dataDir, { recursive: true })
  stops.push(lockDataDir(config.dataDir))
  enableCompileCache(join(config.dataDir, 'compile-cache'))
  const log = openLog(config.logLevel)
  const connection = config.databaseUrl
    ? { connectionString: config.databaseUrl }
    : await startOwnPostgres(config.dataDir)
  const db = openDatabase(connection)
  stops.push(db.close)
  await migrateJobs(db, log)
  await migrate(db.pool)
  const master = config.secretKey
    ? Buffer.from(config.secretKey, 'base64')
    : loadMasterSecret(join(config.dataDir, 'secret-key'))
  const platform = { config, db, log, secrets: createSecrets(master), hooks }
  await clearWork(config)
  await applyRestore(platform)
  const app = await createApp(platform)
  if (config.sampleData) await loadSamples(platform, app.auth)
  await db.transaction(system, (tx) =>
    enqueue(tx, 'ledger.verify', {}, { jobKey: 'ledger.verify' }),
  )
  const worker = await startJobs(db, app.jobs, {
    log,
    schedule: app.schedule,
    soleWorker: config.soleWorker,
  })
  stops.push(worker.stop)
  const server = serve(
    {
      fetch: app.fetch,
      port: config.port,
      overrideGlobalObjects: false,
      serverOptions: { requestTimeout: REQUEST_TIMEOUT_MS },
    },
    (address) => {
      console.warn(
        `\n  Semblance is ready: ${config.publicUrl}  (port ${address.port}; Ctrl-C stops it)\n`,
      )
    },
  )
  stops.push(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    if ('closeIdleConnections' in server) server.closeIdleConnections()
    await app.close() // or event streams would keep it open
    await closed
  })
}

async function startOwnPostgres(dataDir: string) {
  const postgres = await startEmbeddedPostgres(dataDir)
  stops.push(postgres.stop)
  return postgres.connection
}

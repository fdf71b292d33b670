/** Starts everything this process needs, and stops it in reverse order. */
import { mkdirSync, readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { applyRestore } from './after-restore.ts'
import { type App, createApp } from './app.ts'
import { listStaff } from './core/profiles/service.ts'
import { askWitnesses, watchLeaves } from './core/transparency/jobs.ts'
import { sweepWork } from './delivery/engine/service.ts'
import { hooks } from './hooks.ts'
import { lanesOf } from './jobs.ts'
import { metricsRoutes } from './overview/metrics/routes.ts'
import { type Config, readConfig, SettingsError } from './platform/config.ts'
import { type Database, openDatabase, requestLimits, system } from './platform/database/db.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { migrate, readSchemaLevel } from './platform/database/migrate.ts'
import {
  assertSchemaAllows,
  SchemaTooNewError,
  watchSchemaFloor,
} from './platform/database/schema-floor.ts'
import { classifyFault } from './platform/faults.ts'
import type { Platform } from './platform/http/context.ts'
import { watchLoad } from './platform/http/load-shedding.ts'
import { serverLimits, startHttpServer } from './platform/http/server.ts'
import { WrongKeyDirError } from './platform/key-store/open-key-store.ts'
import { enqueue, migrateJobs, startJobs } from './platform/process/jobs.ts'
import { openLease } from './platform/process/leases.ts'
import { type Log, openLog } from './platform/process/log.ts'
import { assertPortFree, lockDataDir } from './platform/process/process-lock.ts'
import { watchRequestFaults } from './platform/process/request-incidents.ts'
import { createSecrets, masterSecretOf } from './platform/security/secrets.ts'
import { checkStart, describeFinding } from './platform/start-checks.ts'
import { readStartFacts } from './platform/start-facts.ts'
import { loadSamples } from './sample-data/load.ts'
import { startSealing } from './seal-stored-files.ts'
import { startKeys } from './start-keys.ts'

/** Limits the time that running requests and jobs may take to finish at shutdown, after the drain. */
const SHUTDOWN_GRACE_MS = 20_000

/** Ends the process when the embedded database cannot be kept alive; sysexits.h calls it EX_SOFTWARE. */
const EXIT_NO_DATABASE = 70

/** Matches what PostgreSQL logs of its own death and of refused connections, but not while it starts. */
const SERIOUS = /ended unexpectedly|PANIC:|FATAL:(?!.*(starting up|not yet accepting))/

/** Asks a supervisor not to restart: EX_CONFIG of sysexits.h. */
const EXIT_SETTINGS = 78

const stops: (() => Promise<unknown> | unknown)[] = []
let stopping = false
let drainMs = 0

async function stop(code: number): Promise<never> {
  if (stopping) return new Promise(() => {})
  stopping = true
  setTimeout(() => process.exit(code || 1), drainMs + SHUTDOWN_GRACE_MS).unref()
  for (const step of stops.reverse()) {
    try {
      await step()
    } catch (error) {
      console.error(`A step of the stop failed: ${(error as Error).message}`)
    }
  }
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop(0))

try {
  await start()
} catch (error) {
  console.error((error as Error).message)
  await stop(isForOperator(error) ? EXIT_SETTINGS : 1)
}

/** Returns true for what starting again does not mend. */
function isForOperator(error: unknown): boolean {
  return [SettingsError, SchemaTooNewError, WrongKeyDirError].some((kind) => error instanceof kind)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  await assertPortFree(config.port)
  mkdirSync(config.dataDir, { recursive: true })
  stops.push(lockDataDir(config.dataDir))
  enableCompileCache(join(config.dataDir, 'compile-cache'))
  const log = openLog(config.logLevel)
  surviveOutages(log)
  const connection = config.databaseUrl
    ? { connectionString: config.databaseUrl }
    : await startOwnPostgres(config.dataDir, log)
  const db = openDatabase(connection)
  stops.push(db.close)
  const schemaLevel = await readSchemaLevel()
  await assertSchemaAllows(db.pool, schemaLevel)
  await migrateJobs(db, log)
  await migrate(db.pool, { onWait: (message) => log.warn(message) })
  const master = masterSecretOf(config)
  const platform = { config, db, log, secrets: createSecrets(master), hooks }
  const lease = await holdLease({ config, db, log }, schemaLevel)
  await applyRestore(platform)
  await startKeys(platform)
  const sweep = await sweepWork(platform)
  stops.push(sweep.end)
  const lanes = lanesOf(config)
  const requests = openDatabase(connection, { ...requestLimits, poolSize: config.databasePool })
  const load = watchLoad(requests)
  const requestFaults = watchRequestFaults({ db, log })
  stops.push(requests.close, load.close, requestFaults.end)
  const unready = () => {
    if (stopping) return 'stopping'
    return lanes.length > 0 && !lease.isHeld() ? 'without_lease' : null
  }
  const app = await createApp(platform, { db: requests, load, unready })
  if (config.sampleData && servesWeb(config)) await loadSamples(platform, app.auth)
  await printFindings(platform)
  await db.transaction(system, (tx) =>
    enqueue(tx, 'ledger.verify', {}, { jobKey: 'ledger.verify' }),
  )
  await listen(config, app)
  stops.push(startSealing(platform))
  if (config.metricsPort !== null) listenForMetrics(platform, config.metricsPort)
  stops.push(startJobs({ db, log, lease }, app.jobs, { lanes, schedule: app.schedule }).stop)
  if (config.role === 'all' || config.role === 'worker')
    stops.push(watchLeaves(platform).end, askWitnesses(platform).end)
  drainMs = config.drainSeconds * 1000
  stops.push(() => sleep(drainMs))
}

function servesWeb({ role }: Config): boolean {
  return role === 'all' || role === 'web'
}

/** Logs a lost connection that nothing waited for; any other such error is a defect, and ends the process. */
function surviveOutages(log: Log): void {
  process.on('unhandledRejection', (error) => {
    if (classifyFault(error).kind !== 'dependency') throw error
    log.error({ err: error }, 'a dependency failed where nothing waited for it')
  })
}

async function startOwnPostgres(dataDir: string, log: Log) {
  const postgres = await startEmbeddedPostgres(dataDir, {
    onLine: (line) => log[SERIOUS.test(line) ? 'warn' : 'info']({ postgres: line }),
    onGone: (error) => {
      console.error(error.message)
      process.exit(EXIT_NO_DATABASE)
    },
  })
  stops.push(postgres.stop)
  return postgres.connection
}

/** Takes a lease under the level, and stops the server once the schema allows it no more. */
async function holdLease(
  { config, db, log }: { config: Config; db: Database; log: Log },
  schemaLevel: number,
) {
  const { role, databaseUrl } = config
  const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  // The server that has just started the database is alone on it: its socket's address is new.
  const lease = await openLease(db, {
    log,
    role,
    version,
    schemaLevel,
    isAlone: databaseUrl === null,
  })
  stops.push(lease.end)
  const watch = await watchSchemaFloor(db.pool, {
    level: schemaLevel,
    onRaised: (error) => {
      log.error(error.message)
      void stop(EXIT_SETTINGS)
    },
  })
  stops.push(watch.end)
  return lease
}

function listenForMetrics(platform: Platform, port: number): void {
  const { fetch } = metricsRoutes(platform)
  const server = serve({ fetch, port, overrideGlobalObjects: false })
  stops.push(() => void server.close())
}

async function listen(config: Config, app: App): Promise<void> {
  const { server, port } = await startHttpServer(
    { fetch: servesWeb(config) ? app.fetch : app.fetchHealth, port: config.port },
    { ...serverLimits, ...config.connections },
  )
  const what = servesWeb(config)
    ? `is ready: ${config.publicUrl}`
    : `runs jobs (ROLE=${config.role})`
  console.warn(`\n  Semblance ${what}  (port ${port}; Ctrl-C stops it)\n`)
  stops.push(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    await app.close() // or event streams would keep it open
    await closed
  })
}

/** Prints what the settings lack for real business. */
async function printFindings({ config, db }: Platform): Promise<void> {
  const staff = await db.transaction(system, listStaff)
  const facts = await readStartFacts(process.env, config)
  for (const finding of checkStart(config, { ...facts, hasStaff: staff.length > 0 }))
    console.warn(
      `  ${finding.severity === 'warning' ? 'Warning' : 'Note'}: ${describeFinding(finding)}`,
    )
}

/**
 * Opens the database for a command outside the server: DATABASE_URL; the embedded one of the server
 * that runs; or the embedded one, started for as long as the command runs.
 */
import type { Config } from '../config.ts'
import { findLivingServers, nameOf } from '../process/leases.ts'
import { lockDataDir } from '../process/process-lock.ts'
import { type Database, openDatabase } from './db.ts'
import { findRunningCluster } from './embedded-cluster.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

type Target = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Runs `work`, while servers run or not, then closes all it opened. */
export async function withDatabase(
  config: Target,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  if (config.databaseUrl) return await use({ connectionString: config.databaseUrl }, work)
  const running = findRunningCluster(config.dataDir)
  if (running) return await use(running.connection, work)
  await withOwnCluster(config.dataDir, work)
}

/**
 * Runs `work` while no server runs, then closes all it opened. While one runs, prints which to stop,
 * and has the process exit with 1.
 */
export async function withDatabaseAlone(
  config: Target,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  if (!config.databaseUrl && findRunningCluster(config.dataDir))
    return refuse(`Stop the server on ${config.dataDir} first.`)
  await withDatabase(config, async (db) => {
    const servers = config.databaseUrl ? await findLivingServers(db.pool) : []
    if (servers.length === 0) await work(db)
    else refuse(`Stop these servers first: ${servers.map(nameOf).join(', ')}`)
  })
}

function refuse(message: string): void {
  console.error(message)
  process.exitCode = 1
}

async function withOwnCluster(
  dataDir: string,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const release = lockDataDir(dataDir)
  try {
    const postgres = await startEmbeddedPostgres(dataDir)
    try {
      await use(postgres.connection, work)
    } finally {
      await postgres.stop()
    }
  } finally {
    release()
  }
}

async function use(
  connection: Parameters<typeof openDatabase>[0],
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const db = openDatabase(connection)
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

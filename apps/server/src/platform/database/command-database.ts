/**
 * Opens the database for a command outside the server: DATABASE_URL at any time, the embedded one
 * while no server runs.
 */
import type { Config } from '../config.ts'
import { lockDataDir } from '../process/process-lock.ts'
import { type Database, openDatabase } from './db.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

/** Runs `work`, then closes all it opened. Throws when a server works in the data directory. */
export async function withDatabase(
  config: Config,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  if (config.databaseUrl) return await use({ connectionString: config.databaseUrl }, work)
  const release = lockDataDir(config.dataDir)
  try {
    const postgres = await startEmbeddedPostgres(config.dataDir)
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

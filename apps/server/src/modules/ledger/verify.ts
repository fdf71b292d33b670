/**
 * Checks the ledger: prints every broken invariant, and exits 1 if there is one.
 * On DATABASE_URL at any time; on the embedded PostgreSQL while the server does not run.
 */
import { readConfig } from '../../config.ts'
import { openDatabase, system } from '../../platform/db.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts'
import { claimDataDir } from '../../platform/single-start.ts'
import { verifyLedger } from './invariants.ts'

const config = readConfig(process.env)
const server = config.databaseUrl
  ? { connection: { connectionString: config.databaseUrl }, stop: async () => {} }
  : await startOwnPostgres(config.dataDir)
const db = openDatabase(server.connection)
try {
  const broken = await db.transaction(system, verifyLedger)
  for (const line of broken) console.error(line)
  console.warn(broken.length === 0 ? 'The ledger is sound.' : `${broken.length} violations.`)
  process.exitCode = broken.length === 0 ? 0 : 1
} finally {
  await db.close()
  await server.stop()
}

async function startOwnPostgres(dataDir: string) {
  const release = claimDataDir(dataDir)
  const postgres = await startEmbeddedPostgres(dataDir)
  return {
    connection: postgres.connection,
    stop: async () => {
      await postgres.stop()
      release()
    },
  }
}

/**
 * `npm run keys:rotate`: publishes a new signing key, which signs twenty minutes later.
 * On DATABASE_URL at any time; on the embedded PostgreSQL while the server does not run.
 * The server rotates by itself every ninety days.
 */
import { join } from 'node:path'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../platform/db.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts'
import { createSecrets, loadMasterSecret } from '../../platform/secrets.ts'
import { claimDataDir } from '../../platform/single-start.ts'
import { rotateKeys } from './signing-keys.ts'

const config = readConfig(process.env)
const master = config.secretKey
  ? Buffer.from(config.secretKey, 'base64')
  : loadMasterSecret(join(config.dataDir, 'secret-key'))
const server = config.databaseUrl
  ? { connection: { connectionString: config.databaseUrl }, stop: async () => {} }
  : await startOwnPostgres(config.dataDir)
const db = openDatabase(server.connection)
try {
  const { kid, signsFrom } = await rotateKeys(db, createSecrets(master))
  console.warn(`Key ${kid} is published, and signs from ${signsFrom.toISOString()}.`)
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

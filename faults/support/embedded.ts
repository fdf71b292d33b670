/** An installation of one server with the embedded database and files of its own. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../apps/server/src/platform/database/db.ts'
import { findRunningCluster } from '../../apps/server/src/platform/database/embedded-cluster.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/platform/database/migrate.ts'
import { migrateJobs } from '../../apps/server/src/platform/process/jobs.ts'
import { openLog } from '../../apps/server/src/platform/process/log.ts'
import { PASSWORD } from '../../apps/server/testing/fixtures/market-fixtures.ts'
import { BANK_DAY_SECONDS, clientOf, type Installation } from './cluster.ts'
import { makeParties, type Parties, type Party } from './parties.ts'
import { newServer } from './server-process.ts'

export type Place = { dataDir: string; port: number; secret: Buffer }

/** Returns the settings of a server or a command on the place. */
export const settingsOf = ({ dataDir, port, secret }: Place): Record<string, string> => ({
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  PORT: String(port),
  DATA_DIR: dataDir,
  SECRET_KEY: secret.toString('base64'),
  SAMPLE_DATA: 'off',
  BANK_DAY_SECONDS: String(BANK_DAY_SECONDS),
  DRAIN_SECONDS: '0',
})

/** Makes a database with a client and a vendor in an empty directory; no server runs on it yet. */
export async function makeDatabase({ dataDir, port, secret }: Place): Promise<Parties> {
  const postgres = await startEmbeddedPostgres(dataDir)
  try {
    const db = openDatabase(postgres.connection)
    await migrateJobs(db, openLog('error'))
    await migrate(db.pool)
    await db.close()
    const overrides = { publicUrl: `http://127.0.0.1:${port}`, bankDaySeconds: BANK_DAY_SECONDS }
    return await makeParties(postgres.connection, secret, overrides)
  } finally {
    await postgres.stop()
  }
}

/** Starts the server of the place. */
export async function startEmbedded(place: Place, parties: Parties): Promise<Installation> {
  const server = await newServer(settingsOf(place))
  await server.start()
  const db: Database = openDatabase(findRunningCluster(place.dataDir)!.connection)
  const defects: string[] = []
  return {
    ...{ servers: [server], content: { dataDir: place.dataDir }, db, parties, defects },
    ...clientOf(server.url, [server], defects),
    close: async () => {
      await db.close()
      await server.remove()
    },
  }
}

/** Signs both in again, since a restore ends all sessions. */
export async function signInAgain({ fetch, parties }: Installation): Promise<Parties> {
  const signIn = async (party: Party) => {
    const answer = await fetch('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: party.email, password: PASSWORD }),
    })
    const { access_token: token } = (await answer.json()) as { access_token: string }
    return { ...party, token }
  }
  return { client: await signIn(parties.client), vendor: await signIn(parties.vendor) }
}

/** Runs a script of package.json with its arguments. Returns the exit code and what it printed. */
export async function runCommand(
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part
    })
  return await new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

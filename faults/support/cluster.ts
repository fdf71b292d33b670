/**
 * Servers on one database and one bucket, both of which can be taken away, and a client that asks
 * the servers in turn, as behind a load balancer.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { Config } from '../../apps/server/src/platform/config.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/database/db.ts'
import { migrate } from '../../apps/server/src/platform/database/migrate.ts'
import { migrateJobs } from '../../apps/server/src/platform/process/jobs.ts'
import { openLog } from '../../apps/server/src/platform/process/log.ts'
import { startObjectStore } from '../../apps/server/testing/fakes/object-store.ts'
import type { Api } from '../../apps/server/testing/fixtures/market-fixtures.ts'
import { type StoppableDatabase, startDatabase } from './database.ts'
import { makeParties, type Parties } from './parties.ts'
import { type StoppableProxy, startProxy } from './proxy.ts'
import { freePort, newServer, type ServerProcess } from './server-process.ts'

/** Sets a banking day, so that a payment settles after two seconds. */
export const BANK_DAY_SECONDS = 1

/** Servers on one database, and who asks them. */
export type Installation = {
  servers: ServerProcess[]
  /** Says where stored files are. */
  content: Partial<Pick<Config, 's3' | 'dataDir'>>
  /** Reads and writes the rows behind the servers' backs. */
  db: Database
  parties: Parties
  /** Asks one server after the other, or the given one. */
  fetch: (path: string, init?: RequestInit, server?: ServerProcess) => Promise<Response>
  apiOf: (token: string, server?: ServerProcess) => Api
  /** Lists answers that no fault of a dependency explains. */
  defects: string[]
  close: () => Promise<void>
}

export type Cluster = Installation & { database: StoppableDatabase; bucket: StoppableProxy }

/** Starts `count` servers, and makes a client and a vendor with a bank account. */
export async function startCluster({
  count = 2,
  env = {},
  isInBucket = true,
}: {
  count?: number
  env?: Record<string, string>
  /** False keeps files in the data directory of a sole server. */
  isInBucket?: boolean
} = {}): Promise<Cluster> {
  const database = await startDatabase()
  const store = await startObjectStore()
  const storePort = Number(new URL(store.settings.endpoint).port)
  const bucket = await startProxy({ host: '127.0.0.1', port: storePort })
  const s3 = { ...store.settings, endpoint: `http://127.0.0.1:${bucket.port}` }
  const secret = randomBytes(32)
  const firstPort = await freePort()
  const publicUrl = `http://127.0.0.1:${firstPort}`
  const settings = {
    PUBLIC_URL: publicUrl,
    DATABASE_URL: database.url,
    SECRET_KEY: secret.toString('base64'),
    SAMPLE_DATA: 'off',
    BANK_DAY_SECONDS: String(BANK_DAY_SECONDS),
    DRAIN_SECONDS: '0',
    KEY_DIR: mkdtempSync(join(tmpdir(), 'semblance-keys-')), // one for all servers
    ...(isInBucket && settingsOf(s3)),
    ...{ SYNTHESIS_MEMORY_MB: '1024', ENGINE_MEMORY_MB: '2048' }, // one synthesis, one inspection
    ...env,
  }
  const db = openDatabase({ connectionString: database.url })
  await migrateJobs(db, openLog('error'))
  await migrate(db.pool)
  const content = isInBucket ? { s3 } : { dataDir: env.DATA_DIR! }
  const overrides = { publicUrl, bankDaySeconds: BANK_DAY_SECONDS, ...(isInBucket && { s3 }) }
  const parties = await makeParties({ connectionString: database.url }, secret, overrides)
  const servers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      newServer(index === 0 ? { ...settings, PORT: String(firstPort) } : settings),
    ),
  )
  await Promise.all(servers.map((server) => server.start()))
  const defects: string[] = []
  return {
    ...{ servers, database, bucket, content, db, parties, defects },
    ...clientOf(publicUrl, servers, defects),
    close: async () => {
      await Promise.all(servers.map((server) => server.remove()))
      await db.close()
      await database.remove()
      await bucket.stop()
      store.close()
    },
  }
}

const settingsOf = (s3: NonNullable<Config['s3']>) => ({
  ...{ S3_ENDPOINT: s3.endpoint, S3_BUCKET: s3.bucket, S3_REGION: s3.region },
  ...{ S3_KEY_ID: s3.keyId, S3_SECRET: s3.secret },
})

/** Returns what asks the servers in turn, leaving out those that do not run. */
export function clientOf(
  publicUrl: string,
  servers: ServerProcess[],
  defects: string[],
): Pick<Installation, 'fetch' | 'apiOf'> {
  let turn = 0
  const next = () => {
    const running = servers.filter((server) => server.isRunning())
    turn += 1
    return (running[turn % running.length] ?? servers[0]!).url
  }
  const ask: Installation['fetch'] = async (path, init, server) => {
    const headers = new Headers(init?.headers)
    headers.set('connection', 'close') // or the next request could meet a connection just closed
    const answer = await fetch((server?.url ?? next()) + path, { ...init, headers })
    if (answer.status === 500) defects.push(`${init?.method ?? 'GET'} ${path}: 500`)
    return answer
  }
  const apiOf: Installation['apiOf'] = (token, server) =>
    createORPCClient(
      new RPCLink({
        url: `${publicUrl}/api/rpc`,
        headers: { authorization: `Bearer ${token}` },
        fetch: (request, init) => askAs(ask, request, init, server),
      }),
    )
  return { fetch: ask, apiOf }
}

async function askAs(
  ask: Installation['fetch'],
  request: Request,
  init: RequestInit,
  server: ServerProcess | undefined,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
  return await ask(
    pathname + search,
    { ...init, method: request.method, headers: request.headers, body },
    server,
  )
}

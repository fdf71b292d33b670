/**
 * Runs PostgreSQL, the API server and Vite until Ctrl-C. A change of a server file restarts the API
 * server alone; a change of a web file is replaced in the open page. PORT is the API server's (3000),
 * WEB_PORT that of the address to open (5173).
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts'
import { assertPortFree, lockDataDir } from '../../apps/server/src/platform/process/process-lock.ts'
import { startApiServer } from './api-server.ts'
import { startWebServer } from './web-server.ts'

const DEFAULT_WEB_PORT = 5173

const stops: (() => Promise<unknown> | unknown)[] = []
let stopping = false

async function stop(code: number): Promise<never> {
  if (stopping) return new Promise(() => {})
  stopping = true
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
  const webPort = Number(process.env.WEB_PORT || DEFAULT_WEB_PORT)
  const publicUrl = `http://localhost:${webPort}`
  const env: NodeJS.ProcessEnv = {
    LOG_LEVEL: 'warn',
    SAMPLE_DATA: 'on',
    ...process.env,
    PUBLIC_URL: publicUrl,
  }
  const { port, dataDir } = readConfig(env)
  await assertPortFree(port)
  await assertPortFree(webPort)
  mkdirSync(dataDir, { recursive: true })
  stops.push(lockDataDir(dataDir))
  const postgres = await startEmbeddedPostgres(dataDir)
  stops.push(postgres.stop)
  const { host, user, password, database } = postgres.connection
  const socket = encodeURIComponent(String(host))
  const api = startApiServer(port, {
    ...env,
    DATABASE_URL: `postgres://${user}:${password}@/${database}?host=${socket}`,
    NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'),
  })
  stops.push(api.stop)
  const web = await startWebServer({ port: webPort, apiPort: port, publicUrl, api })
  stops.push(() => web.close())
  api.restartOnChange(web.watcher)
}

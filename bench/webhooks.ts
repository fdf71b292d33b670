/**
 * Measures how long due webhooks take to arrive next to endpoints that hang and have as many due: announced in
 * transactions, sent by one run of the job from a database with fsync on, over HTTP to receivers in this process.
 * Prints one JSON object. Fails if they take longer than the limit.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sendDue } from '../apps/server/src/core/webhooks/send-due.ts'
import { announceEvent } from '../apps/server/src/core/webhooks/service.ts'
import { hooks } from '../apps/server/src/hooks.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { openDatabase, system } from '../apps/server/src/platform/database/db.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { migrateJobs } from '../apps/server/src/platform/process/jobs.ts'
import { openLog } from '../apps/server/src/platform/process/log.ts'
import { encryptField } from '../apps/server/src/platform/security/field-encryption.ts'
import { createSecrets } from '../apps/server/src/platform/security/secrets.ts'

const { values } = parseArgs({
  options: {
    webhooks: { type: 'string', default: '1000' },
    /** Endpoints that answer; each takes two at once. */
    endpoints: { type: 'string', default: '20' },
    /** Endpoints that never answer, each of an organization of its own. */
    hanging: { type: 'string', default: '1' },
    'latency-ms': { type: 'string', default: '50' },
    'limit-seconds': { type: 'string', default: '30' },
  },
})
const WEBHOOKS = Number(values.webhooks)
const ENDPOINTS = Number(values.endpoints)
const HANGING = Number(values.hanging)
const LATENCY_MS = Number(values['latency-ms'])
const LIMIT_SECONDS = Number(values['limit-seconds'])

const dataDir = mkdtempSync(join(tmpdir(), 'semblance-bench-'))
const postgres = await startEmbeddedPostgres(dataDir)
const db = openDatabase(postgres.connection)
const log = openLog('error')
await migrateJobs(db, log)
await migrate(db.pool)
const config = { ...readConfig({ SAMPLE_DATA: 'off' }), dataDir, webhookNetworks: ['127.0.0.0/8'] }
const platform = { config, db, log, secrets: createSecrets(randomBytes(32)), hooks }

const arrivals: number[] = []
let hanging = 0
const receiver = createServer(async (request, response) => {
  request.resume()
  if (request.url === '/hang') {
    hanging += 1
    return
  }
  await sleep(LATENCY_MS)
  arrivals.push(performance.now())
  response.end()
}).listen(0, '127.0.0.1')
await new Promise((resolve) => receiver.once('listening', resolve))
const { port } = receiver.address() as AddressInfo

/** Makes an organization with an endpoint at a path. */
async function addEndpoint(path: string, number: number): Promise<string> {
  return await db.transaction(system, async (tx) => {
    const { id: organization } = await tx
      .insertInto('organizations')
      .values({
        organization_id: `ORG-${String(number).padStart(5, '0')}-BENCH`,
        ...{ name: `Organization ${number}`, email: `${number}@bench.test` },
        ...{ city: 'Oslo', country: 'NO', industry: 'retail', is_client: true, is_vendor: true },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = randomUUID()
    const place = `webhook_endpoints.secret:${id}`
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    await tx
      .insertInto('app.webhook_endpoints')
      .values({
        ...{ id, organization, url: `http://127.0.0.1:${port}${path}`, types: ['dpr.published'] },
        secret_sealed: await encryptField(tx, platform.secrets, organization, place, secret),
      })
      .execute()
    return organization
  })
}

const organizations: string[] = []
for (let n = 1; n <= ENDPOINTS; n++) organizations.push(await addEndpoint(`/${n}`, n))
const hung: string[] = []
for (let n = 1; n <= HANGING; n++) hung.push(await addEndpoint('/hang', ENDPOINTS + n))
const announcingAt = performance.now()
for (let n = 0; n < WEBHOOKS; n++)
  await db.transaction(system, async (tx) => {
    const answering = organizations[n % ENDPOINTS] ?? ''
    announceEvent(tx, [...hung, answering], 'dpr.published', { dprId: `DPR-${n}` })
  })
const announcedMs = performance.now() - announcingAt

const stop = new AbortController()
const startedAt = performance.now()
const run = sendDue(platform, { signal: stop.signal })
while (arrivals.length < WEBHOOKS && performance.now() - startedAt < LIMIT_SECONDS * 2000)
  await sleep(20)
const seconds = ((arrivals.at(-1) ?? Number.NaN) - startedAt) / 1000
stop.abort()
await run
console.log(
  JSON.stringify({
    benchmark: 'webhooks',
    cores: availableParallelism(),
    ...{ webhooks: WEBHOOKS, endpoints: ENDPOINTS, hanging: HANGING, latencyMs: LATENCY_MS },
    announcedPerSecond: Math.round((WEBHOOKS / announcedMs) * 1000),
    arrived: arrivals.length,
    seconds: Number(seconds.toPrecision(3)),
    attemptsThatHung: hanging,
  }),
)
receiver.closeAllConnections()
receiver.close()
await db.close()
await postgres.stop()
rmSync(dataDir, { recursive: true })
if (arrivals.length < WEBHOOKS || seconds > LIMIT_SECONDS) process.exitCode = 1

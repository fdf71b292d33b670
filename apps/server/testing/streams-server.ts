/** The whole application on the embedded PostgreSQL with many people in it, for bench/streams.ts, which forks it. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { sql } from 'kysely'
import { createApp } from '../src/app.ts'
import { signAccessToken } from '../src/core/auth/tokens/access-tokens.ts'
import { hooks } from '../src/hooks.ts'
import { readConfig } from '../src/platform/config.ts'
import { openDatabase, system } from '../src/platform/database/db.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { publish } from '../src/platform/events/events.ts'
import { migrateJobs } from '../src/platform/process/jobs.ts'
import { openLog } from '../src/platform/process/log.ts'
import { createSecrets } from '../src/platform/security/secrets.ts'

export type Command =
  | { command: 'people'; organizations: number; perOrganization: number }
  | { command: 'memory' }
  | { command: 'publish'; perSecond: number; seconds: number }

const dataDir = mkdtempSync(join(tmpdir(), 'semblance-bench-'))
const postgres = await startEmbeddedPostgres(dataDir)
const db = openDatabase(postgres.connection)
const log = openLog('error')
await migrateJobs(db, log)
await migrate(db.pool)
let application: Awaited<ReturnType<typeof createApp>> | undefined
const server = serve({
  fetch: (request, env) => application!.fetch(request, env),
  port: 0,
  hostname: '127.0.0.1',
  overrideGlobalObjects: false,
})
await new Promise((resolve) => server.once('listening', resolve))
const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const config = { ...readConfig({ PUBLIC_URL: publicUrl, SAMPLE_DATA: 'off' }), dataDir }
const app = await createApp({ config, db, log, secrets: createSecrets(randomBytes(32)), hooks })
application = app

/** Adds users without passwords, whose hashing would take minutes. Returns their access tokens. */
async function addPeople(organizations: number, perOrganization: number): Promise<string[]> {
  await db.pool.query(
    `insert into organizations (organization_id, name, email, city, country, industry, is_client, is_vendor)
     select 'ORG-' || lpad(n::text, 5, '0') || '-BENCH', 'Organization ' || n, n || '@bench.test', 'Oslo', 'NO', 'retail', true, true
     from generate_series(1, $1) n`,
    [organizations],
  )
  await db.pool.query(
    `insert into auth.users (email, email_confirmed_at)
     select n || '@people.test', now() from generate_series(1, $1) n`,
    [organizations * perOrganization],
  )
  await db.pool.query(
    `with o as (select id, row_number() over (order by id) - 1 as n from organizations),
       u as (select id, email, row_number() over (order by id) - 1 as n from auth.users)
     insert into profiles (user_id, email, organization, membership)
     select u.id, u.email, o.id, 'active' from u join o on o.n = u.n / $1`,
    [perOrganization],
  )
  const { rows } = await db.pool.query<{ sub: string; email: string; session_id: string }>(
    `with s as (insert into auth.sessions (user_id, amr) select id, '[]' from auth.users returning id, user_id)
     select u.id as sub, u.email, s.id as session_id from s join auth.users u on u.id = s.user_id`,
  )
  const keys = await app.auth.ctx.keyRing.current()
  const now = Math.floor(Date.now() / 1000)
  return await Promise.all(
    rows.map((row) => signAccessToken(keys, `${publicUrl}/auth/v1`, now, { ...row, aal: 'aal1' })),
  )
}

/** Each event in a transaction of its own, to one organization after the other; its id is when that began. */
async function publishSteadily(perSecond: number, seconds: number): Promise<number> {
  const { rows } = await db.pool.query<{ id: string }>('select id from organizations')
  const total = perSecond * seconds
  const start = performance.now()
  const writing: Promise<void>[] = []
  for (let index = 0; index < total; index++) {
    const dueMs = (index * 1000) / perSecond - (performance.now() - start)
    if (dueMs > 0) await sleep(dueMs)
    const organization = rows[(index * 7919) % rows.length]!.id
    const id = String(process.hrtime.bigint())
    writing.push(
      db.transaction(system, async (tx) => {
        await publish(tx, { organization }, { topic: 'offer.changed', id })
      }),
    )
  }
  await Promise.all(writing)
  return total
}

async function rss(): Promise<number> {
  for (let round = 0; round < 5; round++) {
    globalThis.gc?.()
    await sleep(200)
  }
  return process.memoryUsage.rss()
}

async function obey(message: Command): Promise<unknown> {
  if (message.command === 'people')
    return await addPeople(message.organizations, message.perOrganization)
  if (message.command === 'publish')
    return await publishSteadily(message.perSecond, message.seconds)
  return await rss()
}

process.on('message', (message: Command) => {
  obey(message).then(
    (answer) => process.send?.({ answer }),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.once('disconnect', async () => {
  await app.close()
  server.close()
  await db.transaction(system, (tx) => sql`select 1`.execute(tx))
  await db.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
})
process.send?.({ answer: publicUrl })

/** The server of bench/requests.ts, which forks it: the whole application on a marketplace of middling size. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AcceptedVersions } from '@semblance/contract'
import pg from 'pg'
import { createApp } from '../apps/server/src/app.ts'
import { signAccessToken } from '../apps/server/src/core/auth/tokens/access-tokens.ts'
import { createKey } from '../apps/server/src/core/keys/service.ts'
import { hooks } from '../apps/server/src/hooks.ts'
import { versionsFor } from '../apps/server/src/people/legal/service.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { openDatabase, requestLimits, system } from '../apps/server/src/platform/database/db.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { serverLimits, startHttpServer } from '../apps/server/src/platform/http/server.ts'
import { migrateJobs } from '../apps/server/src/platform/process/jobs.ts'
import { openLog } from '../apps/server/src/platform/process/log.ts'
import { createSecrets } from '../apps/server/src/platform/security/secrets.ts'
import { firstVendor, loadMarket, organizationId } from './market/market-data.ts'

/** Describes what the clients need: an address, tokens, and requests without offers of theirs. */
export type Served = {
  url: string
  clientTokens: string[]
  vendorTokens: string[]
  clientKeys: string[]
  openDprs: string[]
  accepted: AcceptedVersions
}

/** Counts since the start of the server. */
export type Usage = { nodeMs: number; postgresMs: number; roundTrips: number }

const sizes = { dprs: 20_000, offers: 60_000, open: 5000, clients: 400, vendors: 200, listings: 0 }
const PEOPLE_PER_SIDE = 8
/** A clock tick of /proc, in milliseconds. */
const TICK_MS = 10

const dataDir = mkdtempSync(join(tmpdir(), 'semblance-bench-'))
const postgres = await startEmbeddedPostgres(dataDir)
const db = openDatabase(postgres.connection)
const setUp = openLog('error')
await migrateJobs(db, setUp)
await migrate(db.pool)
await loadMarket(db.pool, sizes)
await db.pool.query(`select setval('offer_number', ${sizes.dprs * 1000})`)

const { rows: backends } = await db.pool.query<{ pid: string }>('select pg_backend_pid() as pid')
const postmaster = statOf(backends[0]!.pid)[1]
let roundTrips = 0
countRoundTrips()
const log = openLog('info')
const config = {
  ...readConfig({
    ...{ PUBLIC_URL: 'http://bench.test', SAMPLE_DATA: 'off' },
    ...{ RATE_LIMIT_KEY: 'off', RATE_LIMIT_SESSION: 'off' },
  }),
  dataDir,
}
const secrets = createSecrets(randomBytes(32))
const requestDb = openDatabase(postgres.connection, requestLimits)
const app = await createApp({ config, db, log, secrets, hooks }, { db: requestDb })
const { server, port } = await startHttpServer(
  { fetch: app.fetch, port: 0 },
  { ...serverLimits, maxConnections: 100, maxPerAddress: null },
)

const { rows } = await db.pool.query<{ id: string }>(
  `select d.id from dprs d where d.status in ('awaiting_offers', 'open') and not exists
     (select from offers o where o.dpr_id = d.id and o.vendor = any ($1)) order by d.id`,
  [organizations(firstVendor(sizes) + 100)],
)
const served: Served = {
  url: `http://127.0.0.1:${port}`,
  clientTokens: await tokens(organizations(100), 'client'),
  vendorTokens: await tokens(organizations(firstVendor(sizes) + 100), 'vendor'),
  clientKeys: await keys(organizations(100)),
  openDprs: rows.map(({ id }) => id),
  accepted: versionsFor(config, 'offer'),
}
process.send?.(served)
process.on('message', () => process.send?.(usage()))
process.once('disconnect', async () => {
  await app.close()
  server.close()
  await requestDb.close()
  await db.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
})

/** Lists ordinary organizations from the n-th on. */
function organizations(n: number): string[] {
  return Array.from({ length: PEOPLE_PER_SIDE }, (_, index) => organizationId(n + index))
}

/** Adds a member to each organization, without a password. Returns their access tokens. */
async function tokens(ids: string[], role: 'client' | 'vendor'): Promise<string[]> {
  const keys = await app.auth.ctx.keyRing.current()
  const now = Math.floor(Date.now() / 1000)
  return await Promise.all(
    ids.map(async (organization) => {
      const { rows: made } = await db.pool.query<{
        sub: string
        email: string
        session_id: string
      }>(
        `with person as (insert into auth.users (email, email_confirmed_at)
           values (gen_random_uuid() || '@bench.test', now()) returning id, email),
         profile as (insert into profiles (user_id, email, organization, membership)
           select id, email, $1, 'active' from person),
         role as (insert into user_roles (user_id, role) select id, $2 from person),
         session as (insert into auth.sessions (user_id, amr) select id, '[]' from person returning id)
         select person.id as sub, email, session.id as session_id from person, session`,
        [organization, role],
      )
      return await signAccessToken(keys, `${config.publicUrl}/auth/v1`, now, {
        ...made[0]!,
        aal: 'aal1',
      })
    }),
  )
}

/** Makes a key for each organization, which may do what `viewer` needs. */
async function keys(ids: string[]): Promise<string[]> {
  const platform = { config, db, log, secrets, hooks }
  const form = { name: 'Bench', limitCents: 0n, allowed: [], days: 1 }
  const make = (id: string) =>
    db.transaction(system, async (tx) => {
      const organization = { id, name: '', organizationId: '', isClient: true, isVendor: false }
      const actor = {
        ...{ userId: null, email: null, roles: [], may: [], isStaff: false, membership: null },
        organization: { ...organization, isSample: false },
        readsAs: { client: id, vendor: null },
      }
      const ctx = { tx, now: new Date(), platform, actor }
      return (await createKey(ctx, id, { ...form, scopes: ['market:read'] })).secret
    })
  return await Promise.all(ids.map(make))
}

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { nodeMs: (user + system) / 1000, postgresMs: postgresMs(), roundTrips }
}

/** Adds up the processor time of this server's postmaster and its children, ended ones included. */
function postgresMs(): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = statOf(pid)
      const isIts = pid === postmaster || fields[1] === postmaster
      const spent = isIts ? fields.slice(11, pid === postmaster ? 15 : 13) : []
      ticks += spent.reduce((sum, field) => sum + Number(field), 0)
    } catch {} // it has ended
  }
  return ticks * TICK_MS
}

/** Returns the fields of a process from its state on: the parent is at 1, processor ticks are from 11 on. */
function statOf(pid: string): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
}

/** Counts how often a connection sends something after it has received something. */
function countRoundTrips(): void {
  const connect = pg.Client.prototype.connect as (...given: unknown[]) => unknown
  pg.Client.prototype.connect = function (this: { connection: { stream: Socket } }, ...given) {
    const { stream } = this.connection
    let isAnswered = true
    stream.on('data', () => {
      isAnswered = true
    })
    stream.once('connect', () => {
      const write = stream.write.bind(stream) as (...parts: unknown[]) => boolean
      stream.write = (...parts: unknown[]) => {
        if (isAnswered) roundTrips++
        isAnswered = false
        return write(...parts)
      }
    })
    return connect.apply(this, given)
  } as typeof pg.Client.prototype.connect
}

/**
 * Leases of servers. Each server renews its own every few seconds, by the database's clock. Once one
 * was not renewed for a whole lease, any other server ends it and unlocks its jobs, which run again.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/db.ts'
import { logFault } from './incidents.ts'
import type { Log } from './log.ts'
import { hasEnded, readIdentity } from './process-identity.ts'

/** Identifies this process among all servers of the database for as long as it runs. */
export const processId = randomUUID()

export type Role = 'all' | 'web' | 'worker' | 'engine'

export type LeaseTimes = {
  beatMs: number
  leaseMs: number
  /** Sets how long a beat may take before the database counts as slow for all servers. */
  slowBeatMs: number
}

/** Sets how long a server counts as living after its last beat, in milliseconds. */
export const LEASE_MS = 15_000

const TIMES: LeaseTimes = { beatMs: 3000, leaseMs: LEASE_MS, slowBeatMs: 2000 }

export type Lease = {
  /** Returns the ID of the current lease; the next one has another. */
  id: () => string
  /** Returns true if the last beat is younger than a lease. */
  isHeld: () => boolean
  /** Notes a pool of the queue as this server's own; the signal aborts once the lease is lost. */
  addPool: (pool: string) => AbortSignal
  /** Unlocks what the pool still holds. The pool must have ended. */
  removePool: (pool: string) => Promise<void>
  /** Ends the lease; the pools must have ended. */
  end: () => Promise<void>
}

export type LeaseOptions = {
  log: Log
  role: Role
  version: string
  /** Holds the number of the newest migration that this server has. */
  schemaLevel: number
  /** Says that no other server can be alive: earlier leases end at once, without waiting. */
  isAlone?: boolean
  times?: LeaseTimes
}

/** Takes a lease and renews it until `end`. Throws if the database does not answer. */
export async function openLease(db: Database, options: LeaseOptions): Promise<Lease> {
  const { log, times = TIMES } = options
  const left = options.isAlone ? await endExpired(db, 0) : await endOfEndedProcesses(db)
  if (left.length > 0) log.warn({ pools: left }, 'unlocked the jobs of a server that has ended')
  const closing = new AbortController()
  let tenure = await begin(db, options)
  /** Counts from when the beats are without a gap, in the time of performance.now(). */
  let steadySince: number | null = performance.now()
  let beatAt = performance.now()

  async function beat(): Promise<void> {
    const askedAt = performance.now()
    const renewed = await renew(db, tenure, times)
    const answeredAt = performance.now()
    if (!renewed) {
      log.error({ lease: tenure.id }, 'this server’s lease was ended; its jobs stop')
      tenure.lost.abort()
      tenure = await begin(db, options)
    }
    beatAt = answeredAt
    const hasGap = !renewed || renewed.wasExpired || answeredAt - askedAt > times.slowBeatMs
    if (hasGap || steadySince === null) steadySince = answeredAt
    if (answeredAt - steadySince < times.leaseMs) return
    const ended = await endExpired(db, times.leaseMs)
    if (ended.length > 0) log.error({ pools: ended }, 'unlocked the jobs of servers that are gone')
  }

  async function keepBeating(): Promise<void> {
    while (await pause(times.beatMs, closing.signal)) {
      try {
        await beat()
      } catch (error) {
        steadySince = null
        logFault(log, error, 'the lease was not renewed')
      }
    }
  }

  const beating = keepBeating()
  return {
    id: () => tenure.id,
    isHeld: () => !closing.signal.aborted && performance.now() - beatAt < times.leaseMs,
    addPool: (pool) => {
      tenure.pools.add(pool)
      return tenure.lost.signal
    },
    removePool: async (pool) => {
      tenure.pools.delete(pool)
      await unlock(db, [pool])
    },
    end: async () => {
      closing.abort()
      await beating
      await unlock(db, [...tenure.pools])
      await db.pool.query('delete from app.workers where id = $1', [tenure.id])
    },
  }
}

/** Returns the IDs of the processes that hold a lease. */
export async function findLivingProcesses(db: Database): Promise<Set<string>> {
  const { rows } = await db.pool.query<{ process_id: string }>('select process_id from app.workers')
  return new Set(rows.map(({ process_id }) => process_id))
}

export type LivingServer = {
  host: string
  pid: number
  /** Null: a server without the migration 0052. */
  schemaLevel: number | null
}

/** Returns the servers that have renewed their lease in time. */
export async function findLivingServers(
  pool: Pick<Database['pool'], 'query'>,
): Promise<LivingServer[]> {
  const { rows } = await pool.query<LivingServer>(
    `select host, pid, schema_level as "schemaLevel" from app.workers
     where seen_at > now() - $1 * interval '1 ms' order by host, pid`,
    [LEASE_MS],
  )
  return rows
}

/** Returns the text by which an operator finds a server. */
export const nameOf = ({ host, pid }: LivingServer): string => `${host} (process ${pid})`

/** Describes one lease from its beginning to its end. */
type Tenure = { id: string; pools: Set<string>; lost: AbortController }

async function begin(db: Database, { role, version, schemaLevel }: LeaseOptions): Promise<Tenure> {
  const id = randomUUID()
  await db.pool.query(
    `insert into app.workers (id, process_id, role, host, pid, version, schema_level, identity)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, processId, role, hostname(), process.pid, version, schemaLevel, readIdentity()],
  )
  return { id, pools: new Set(), lost: new AbortController() }
}

/** Returns null if the lease is gone. `wasExpired`: another server could have ended it. */
async function renew(
  db: Database,
  { id, pools }: Tenure,
  { leaseMs }: LeaseTimes,
): Promise<{ wasExpired: boolean } | null> {
  const { rows } = await db.pool.query<{ wasExpired: boolean }>({
    text: `update app.workers set seen_at = now(), pools = $2 where id = $1
      returning old.seen_at < now() - $3 * interval '1 ms' as "wasExpired"`,
    values: [id, [...pools], leaseMs],
    query_timeout: leaseMs, // a connection that is dead without a word must not silence the lease
  } as { text: string; values: unknown[] })
  return rows[0] ?? null
}

/**
 * Ends the leases that are older than `leaseMs`, and unlocks their jobs, and those locked for as long
 * under a name without a lease, in one transaction. Returns the names of their pools.
 */
async function endExpired(db: Database, leaseMs: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ pools: string[] }>(
    `with line as (select now() - $1 * interval '1 ms' as at),
      ended as (delete from app.workers using line where seen_at <= line.at returning pools),
      locked as (
        select locked_by, locked_at from graphile_worker._private_jobs where locked_by is not null
        union all
        select locked_by, locked_at from graphile_worker._private_job_queues where locked_by is not null
      ),
      lost as (
        select unnest(pools) as pool from ended
        union
        select locked_by from locked, line where locked_at <= line.at
          and not exists (select from app.workers w where locked_by = any(w.pools))
      )
    select array_agg(pool) as pools, graphile_worker.force_unlock_workers(array_agg(pool))
    from lost having count(*) > 0`,
    [leaseMs],
  )
  return rows[0]?.pools ?? []
}

/**
 * Ends the leases of processes that have certainly ended on this machine, without waiting for them to
 * expire, and unlocks their jobs. Returns the names of their pools.
 */
async function endOfEndedProcesses(db: Database): Promise<string[]> {
  const { rows: leases } = await db.pool.query<{ id: string; pid: number; identity: string }>(
    'select id, pid, identity from app.workers where identity is not null',
  )
  const ended = leases.filter(({ pid, identity }) => hasEnded(pid, identity)).map(({ id }) => id)
  if (ended.length === 0) return []
  const { rows } = await db.pool.query<{ pools: string[] }>(
    `with ended as (delete from app.workers where id = any($1) returning pools),
      lost as (select unnest(pools) as pool from ended)
    select array_agg(pool) as pools, graphile_worker.force_unlock_workers(array_agg(pool))
    from lost having count(*) > 0`,
    [ended],
  )
  return rows[0]?.pools ?? []
}

async function unlock(db: Database, pools: string[]): Promise<void> {
  if (pools.length > 0)
    await db.pool.query('select graphile_worker.force_unlock_workers($1)', [pools])
}

/** Returns false if the signal aborts first. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return await sleep(ms, true, { signal }).catch(() => false)
}

/** Forward-only migrations: each numbered file once, in order, in a transaction of its own. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { raiseFloor } from './schema-floor.ts'

const migrationsDir = join(import.meta.dirname, '../../../migrations')

/** Any constant will do: processes that start together migrate one after the other. */
const LOCK_KEY = 7_361_001

export type MigrationTimes = {
  /** Limits the wait for a table: others that want it queue behind the migration for as long. */
  lockTimeoutMs: number
  /** Sets the pause after a table was not free, which doubles up to 16 times as much. */
  pauseMs: number
  /** Limits how long one migration tries for its tables. */
  triesMs: number
  /** Limits the wait for older servers to stop: their drain may last 5 minutes. */
  leaveMs: number
}

const TIMES: MigrationTimes = {
  lockTimeoutMs: 3000,
  pauseMs: 500,
  triesMs: 600_000,
  leaveMs: 360_000,
}

export type MigrateOptions = {
  /** Holds the files; those of this release by default. */
  dir?: string
  times?: Partial<MigrationTimes>
  /** Receives a sentence when a migration has to wait. */
  onWait?: (message: string) => void
}

/**
 * Brings the database up to date and returns the names of the files applied. Waits for tables in
 * short tries, so that requests never queue behind it for long. Throws when a file already applied has
 * changed since, and when tables or older servers keep a migration waiting for too long.
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<string[]> {
  const dir = options.dir ?? migrationsDir
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await client.query(`create table if not exists public.schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const known = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from public.schema_migrations',
    )
    const appliedHashes = new Map(known.rows.map((row) => [row.name, row.sha256]))
    const applied: string[] = []
    for (const name of await knownMigrations(dir)) {
      const text = await readFile(join(dir, name), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      const before = appliedHashes.get(name)
      if (before === sha256) continue
      if (before)
        throw new Error(
          `Migration ${name} was changed after it had been applied; add a new one instead.`,
        )
      await applyOne(client, { name, text, sha256 }, options)
      applied.push(name)
    }
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => {})
    client.release()
  }
}

/**
 * Returns the time of the first migration, which identifies this database also after it is moved or
 * restored.
 */
export async function readDatabaseName(pool: Pick<pg.Pool, 'query'>): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select to_char(applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as name
     from public.schema_migrations order by public.schema_migrations.name limit 1`,
  )
  const [first] = rows
  if (!first) throw new Error('The database has no migrations.')
  return first.name
}

/** Lists the files of a release's migrations, in order. */
export async function knownMigrations(dir = migrationsDir): Promise<string[]> {
  return (await readdir(dir)).filter((file) => file.endsWith('.sql')).sort()
}

/** Returns the level of a release: the number of its newest migration. */
export async function readSchemaLevel(dir = migrationsDir): Promise<number> {
  return Number.parseInt((await knownMigrations(dir)).at(-1) ?? '0', 10)
}

/**
 * Returns the level that servers need once a migration has taken away what older ones use, which its
 * line `-- contract: 0053` states; null if it takes nothing away.
 */
export function readContract(text: string): number | null {
  const [, level] = /^-- contract: (\d{4})\b/m.exec(text) ?? []
  return level === undefined ? null : Number(level)
}

type Migration = { name: string; text: string; sha256: string }

async function applyOne(
  client: pg.PoolClient,
  migration: Migration,
  { times, onWait = () => {} }: MigrateOptions,
): Promise<void> {
  const { name, text } = migration
  const { leaveMs, ...tries } = { ...TIMES, ...times }
  try {
    const level = readContract(text)
    if (level !== null) {
      let isTold = false
      const tell = (servers: string[]) => {
        if (!isTold) onWait(`Migration ${name} waits for older servers: ${servers.join(', ')}`)
        isTold = true
      }
      await raiseFloor(client, { level, raisedBy: name }, { patienceMs: leaveMs, onWait: tell })
    }
    await applyInTries(client, migration, { ...tries, onWait })
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Matches what PostgreSQL reports of a lock that was not free in time, and of a deadlock. */
const LOCKED = /^(55P03|40P01)$/

async function applyInTries(
  client: pg.PoolClient,
  migration: Migration,
  limits: Omit<MigrationTimes, 'leaveMs'> & { onWait: (message: string) => void },
): Promise<void> {
  const { lockTimeoutMs, pauseMs, triesMs, onWait } = limits
  const startedAt = performance.now()
  for (let attempt = 0; ; attempt++) {
    try {
      await applyOnce(client, migration, lockTimeoutMs)
      return
    } catch (error) {
      const isLocked = LOCKED.test((error as pg.DatabaseError).code ?? '')
      if (!isLocked || performance.now() - startedAt > triesMs) throw error
      if (attempt === 0)
        onWait(`Migration ${migration.name} waits for a table that a transaction uses.`)
      await sleep(pauseMs * 2 ** Math.min(attempt, 4) * (0.5 + Math.random()))
    }
  }
}

async function applyOnce(
  client: pg.PoolClient,
  { name, text, sha256 }: Migration,
  lockTimeoutMs: number,
): Promise<void> {
  try {
    await client.query('begin')
    await client.query(`select set_config('lock_timeout', $1, true)`, [`${lockTimeoutMs}ms`])
    await client.query(text)
    await client.query('insert into public.schema_migrations (name, sha256) values ($1, $2)', [
      name,
      sha256,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

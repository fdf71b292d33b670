/**
 * Keeps servers off a schema that is too new for them. A server's level is the number of the newest
 * migration that it has. The floor is the lowest level that the schema allows; a migration raises it
 * before it takes away what older servers use.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { repeat } from '../process/interval.ts'
import { findLivingServers, LEASE_MS, nameOf } from '../process/leases.ts'

type Queryable = Pick<pg.Pool, 'query'>

export type Floor = {
  level: number
  /** Names the file of the migration that raised it. */
  raisedBy: string
}

const WATCH_INTERVAL_MS = 3000
const POLL_MS = 200

const padded = (level: number) => String(level).padStart(4, '0')

/** Reports that the schema allows newer servers only; starting again does not help. */
export class SchemaTooNewError extends Error {
  constructor(level: number, floor: Floor) {
    super(
      `This release has migrations up to ${padded(level)}; the database allows servers with ${padded(floor.level)} or newer, since ${floor.raisedBy}. Start a newer release.`,
    )
  }
}

/** Throws SchemaTooNewError if the schema allows no server of that level. */
export async function assertSchemaAllows(pool: Queryable, level: number): Promise<void> {
  const floor = await findFloor(pool)
  if (floor && level < floor.level) throw new SchemaTooNewError(level, floor)
}

/** Returns null in a database without the table, which is older than any floor. */
async function findFloor(pool: Queryable): Promise<Floor | null> {
  const [known] = await ask<{ isKnown: boolean }>(
    pool,
    `select to_regclass('app.schema_floor') is not null as "isKnown"`,
  )
  if (!known?.isKnown) return null
  const [floor] = await ask<Floor>(
    pool,
    'select level, raised_by as "raisedBy" from app.schema_floor',
  )
  return floor ?? null
}

/** Runs a query in limited time: a connection that is dead without a word must not end the watch. */
async function ask<T extends pg.QueryResultRow>(pool: Queryable, text: string): Promise<T[]> {
  const query = { text, query_timeout: LEASE_MS } as pg.QueryConfig
  return (await pool.query<T>(query)).rows
}

/**
 * Checks the floor now, which throws SchemaTooNewError, and then every few seconds, which calls
 * `onRaised` once. A database that does not answer is queried again. `end` waits for a check under way.
 */
export async function watchSchemaFloor(
  pool: Queryable,
  options: { level: number; onRaised: (error: SchemaTooNewError) => void; intervalMs?: number },
): Promise<{ end: () => Promise<void> }> {
  await assertSchemaAllows(pool, options.level)
  let isRaised = false
  return repeat(options.intervalMs ?? WATCH_INTERVAL_MS, async () => {
    try {
      if (!isRaised) await assertSchemaAllows(pool, options.level)
    } catch (error) {
      if (!(error instanceof SchemaTooNewError)) return
      isRaised = true
      options.onRaised(error)
    }
  })
}

/**
 * Raises the floor, and waits until every server below it has given up its lease or lost it. Throws
 * if one still runs after `patienceMs`; the floor stays raised.
 */
export async function raiseFloor(
  pool: Queryable,
  floor: Floor,
  { patienceMs, onWait }: { patienceMs: number; onWait: (servers: string[]) => void },
): Promise<void> {
  await pool.query(
    `update app.schema_floor set level = $1, raised_by = $2, raised_at = now() where level < $1`,
    [floor.level, floor.raisedBy],
  )
  for (const startedAt = performance.now(); ; ) {
    const living = await findLivingServers(pool)
    const older = living.filter(({ schemaLevel }) => (schemaLevel ?? 0) < floor.level).map(nameOf)
    if (older.length === 0) return
    onWait(older)
    if (performance.now() - startedAt > patienceMs)
      throw new Error(`these servers of an older release still run; stop them: ${older.join(', ')}`)
    await sleep(Math.min(POLL_MS, patienceMs))
  }
}

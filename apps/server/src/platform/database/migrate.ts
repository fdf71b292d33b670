/** Forward-only migrations: each numbered file once, in order, in a transaction of its own. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

const migrationsDir = join(import.meta.dirname, '../../../migrations')

/** Any constant will do: processes that start together migrate one after the other. */
const LOCK_KEY = 7_361_001

/**
 * Brings the database up to date and returns the names of the files applied.
 * Throws when a file already applied has changed since.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
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
    for (const name of await knownMigrations()) {
      const text = await readFile(join(migrationsDir, name), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      const before = appliedHashes.get(name)
      if (before === sha256) continue
      if (before)
        throw new Error(
          `Migration ${name} was changed after it had been applied; add a new one instead.`,
        )
      await applyOne(client, name, text, sha256)
      applied.push(name)
    }
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => {})
    client.release()
  }
}

/** Lists the files of this release's migrations, in order. */
export async function knownMigrations(): Promise<string[]> {
  return (await readdir(migrationsDir)).filter((file) => file.endsWith('.sql')).sort()
}

async function applyOne(
  client: pg.PoolClient,
  name: string,
  text: string,
  sha256: string,
): Promise<void> {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into public.schema_migrations (name, sha256) values ($1, $2)', [
      name,
      sha256,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

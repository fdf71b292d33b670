import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { openLease } from '../process/leases.ts'
import { openLog } from '../process/log.ts'
import type { Database } from './db.ts'
import { migrate, readSchemaLevel } from './migrate.ts'
import { assertSchemaAllows, SchemaTooNewError, watchSchemaFloor } from './schema-floor.ts'

const scratch = mkdtempSync(join(tmpdir(), 'semblance-migrations-'))
let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(async () => {
  await db.close()
  rmSync(scratch, { recursive: true, force: true })
})

it('migrations apply once', async () => {
  expect(await migrate(db.pool)).toEqual([])
})

it('a migration that changed after it was applied is refused', async () => {
  const dir = release('changed', { '9000-changed.sql': 'select 1' })
  await migrate(db.pool, { dir })
  release('changed', { '9000-changed.sql': 'select 2' })
  await expect(migrate(db.pool, { dir })).rejects.toThrow(/9000-changed\.sql was changed/)
})

/** Writes the migrations of a release of its own. Returns their directory. */
function release(name: string, files: Record<string, string>): string {
  const dir = join(scratch, name)
  mkdirSync(dir, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text)
  return dir
}

const create = { '9001-create.sql': 'create table app.parcels (weight integer not null)' }
const expand = {
  ...create,
  '9002-expand.sql': 'alter table app.parcels add column grams integer',
}
const contract = {
  ...expand,
  '9003-contract.sql':
    '-- contract: 9002, which weighs in grams\nalter table app.parcels drop column weight',
}
const old = release('old', create)
const next = release('next', expand)
const last = release('last', contract)

beforeEach(async () => {
  await db.pool.query('drop table if exists app.parcels')
  await db.pool.query(`delete from schema_migrations where name like '9%'`)
  await db.pool.query('update app.schema_floor set level = 46')
  await db.pool.query('delete from app.workers')
})

const columns = async () =>
  (
    await db.pool.query(
      `select attname from pg_attribute where attrelid = 'app.parcels'::regclass
         and attnum > 0 and not attisdropped order by attnum`,
    )
  ).rows.map(({ attname }) => attname)

const startServer = async (dir: string) => {
  const schemaLevel = await readSchemaLevel(dir)
  await assertSchemaAllows(db.pool, schemaLevel)
  await migrate(db.pool, { dir })
  return await openLease(db, { log: openLog('silent'), role: 'all', version: 'test', schemaLevel })
}

describe('two releases side by side', () => {
  it('start at once on one database, and the older one goes on writing', async () => {
    const leases = await Promise.all([startServer(old), startServer(next)])
    expect(await columns()).toEqual(['weight', 'grams'])
    await db.pool.query('insert into app.parcels (weight) values (1)')
    await startServer(old).then((lease) => leases.push(lease))
    for (const lease of leases) await lease.end()
  })

  it('the older one stops before a migration takes away what it uses, the newer one stays', async () => {
    const older = await startServer(old)
    const newer = await startServer(next)
    let whenItLeft: string[] = []
    const watch = await watchSchemaFloor(db.pool, {
      level: await readSchemaLevel(old),
      intervalMs: 10,
      onRaised: async (error) => {
        expect(error.message).toContain('since 9003-contract.sql')
        whenItLeft = await columns()
        await older.end()
      },
    })
    const said: string[] = []
    const options = { dir: last, onWait: (message: string) => said.push(message) }
    expect(await migrate(db.pool, options)).toEqual(['9003-contract.sql'])
    expect(whenItLeft).toEqual(['weight', 'grams'])
    expect(await columns()).toEqual(['grams'])
    expect(said).toEqual([expect.stringContaining(`(process ${process.pid})`)])
    await watch.end()
    await expect(startServer(old)).rejects.toThrow(SchemaTooNewError)
    await newer.end()
    await (await startServer(next)).end()
  })

  it('a migration takes nothing away while an older server goes on', async () => {
    const older = await startServer(old)
    await migrate(db.pool, { dir: next })
    const refused = migrate(db.pool, { dir: last, times: { leaveMs: 20 } })
    await expect(refused).rejects.toThrow(/9003-contract\.sql failed: .*still run.*process/)
    expect(await columns()).toEqual(['weight', 'grams'])
    await older.end()
  })
})

describe('a lease', () => {
  const lease = (columns: string, values: string) =>
    db.pool.query(
      `insert into app.workers (id, process_id, role, pools, host, pid, version, ${columns})
       values (gen_random_uuid(), gen_random_uuid(), 'all', '{}', 'elsewhere', 1, 'test', ${values})`,
    )
  const takeAway = () => migrate(db.pool, { dir: last, times: { leaveMs: 20 } })

  it('without a level is an older server’s', async () => {
    await migrate(db.pool, { dir: next })
    await lease('seen_at', 'now()')
    await expect(takeAway()).rejects.toThrow(/still run; stop them: elsewhere \(process 1\)/)
  })

  it('that was not renewed for 15 s keeps no migration waiting', async () => {
    await migrate(db.pool, { dir: next })
    await lease('schema_level, seen_at', `9001, now() - interval '16 s'`)
    expect(await takeAway()).toEqual(['9003-contract.sql'])
  })
})

it('a migration that waits for a long transaction lets others read meanwhile', async () => {
  await migrate(db.pool, { dir: old })
  const reader = await db.pool.connect()
  await reader.query('begin; select from app.parcels')
  const waits = Promise.withResolvers<string>()
  const migrated = migrate(db.pool, {
    dir: next,
    times: { lockTimeoutMs: 20, pauseMs: 20 },
    onWait: waits.resolve,
  })
  expect(await waits.promise).toContain('9002-expand.sql waits')
  for (let read = 0; read < 3; read++) await db.pool.query('select from app.parcels')
  await reader.query('commit')
  reader.release()
  expect(await migrated).toEqual(['9002-expand.sql'])
})

it('a migration that never finds its table free fails, and can be applied later', async () => {
  await migrate(db.pool, { dir: old })
  const reader = await db.pool.connect()
  await reader.query('begin; select from app.parcels')
  const times = { lockTimeoutMs: 20, pauseMs: 1, triesMs: 50 }
  await expect(migrate(db.pool, { dir: next, times })).rejects.toThrow(/lock timeout/)
  await reader.query('commit')
  reader.release()
  expect(await migrate(db.pool, { dir: next })).toEqual(['9002-expand.sql'])
})

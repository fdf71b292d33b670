import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { readConfig } from './config.ts'
import { type Database, system, type Tx, withSystemRole } from './database/db.ts'
import { createSecrets } from './security/secrets.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const roleOf = async (tx: Tx) =>
  (await sql<{ role: string }>`select current_user as role`.execute(tx)).rows[0]!.role

const backendOf = async (tx: Tx) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]!.pid

const claimsOf = async (tx: Tx) =>
  (
    await sql<{ claims: object }>`
      select current_setting('request.jwt.claims')::json as claims`.execute(tx)
  ).rows[0]!.claims

describe('a transaction', () => {
  it('runs as the role of the caller, and as the system only where it says so', async () => {
    const roles = await db.transaction({ role: 'anon' }, async (tx) => [
      await roleOf(tx),
      await withSystemRole(tx, () => roleOf(tx)),
      await roleOf(tx),
    ])
    expect(roles).toEqual(['anon', 'semblance_system', 'anon'])
  })

  it('leaves no role and no claims to the next one on its connection', async () => {
    const sub = '00000000-0000-7000-8000-000000000001'
    const backend = await db.transaction({ role: 'authenticated', sub }, backendOf)
    const next = await db.transaction({ role: 'anon' }, async (tx) => ({
      backend: await backendOf(tx),
      role: await roleOf(tx),
      claims: await claimsOf(tx),
    }))
    expect(next).toEqual({ backend, role: 'anon', claims: { role: 'anon' } })
  })

  it('carries claims as they are, whatever characters they hold', async () => {
    const sub = `it's; rollback; -- \\' $1 \u0000 "`
    expect(await db.transaction({ role: 'anon', sub }, claimsOf)).toEqual({ role: 'anon', sub })
  })

  it('does no work under a role that does not exist', async () => {
    const work = vi.fn<() => Promise<void>>()
    await expect(db.transaction({ role: 'nobody' as 'anon' }, work)).rejects.toThrow('nobody')
    expect(work).not.toHaveBeenCalled()
    expect(await db.transaction({ role: 'anon' }, roleOf)).toBe('anon')
  })

  it('is undone as a whole when its work throws', async () => {
    const work = db.transaction(system, async (tx) => {
      await tx
        .insertInto('app.mails')
        .values({ recipient: 'a@b.test', subject: 's', text_body: 't', html_body: 'h' })
        .execute()
      throw new Error('stop')
    })
    await expect(work).rejects.toThrow('stop')
    const left = await db.transaction(system, (tx) =>
      tx.selectFrom('app.mails').selectAll().execute(),
    )
    expect(left).toEqual([])
  })
})

it('every table of ours has row-level security, and no table is open to everybody', async () => {
  const { rows } = await db.pool.query(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'app', 'auth', 'ledger') and c.relname <> 'schema_migrations'
      and (not c.relrowsecurity or has_table_privilege('public', c.oid, 'select'))`)
  expect(rows).toEqual([])
})

it('every foreign key can be followed backwards by an index', async () => {
  const { rows } = await db.pool.query(`
    select k.conrelid::regclass || '.' || k.conname as name from pg_constraint k
    join pg_namespace n on n.oid = k.connamespace
    where k.contype = 'f' and n.nspname in ('public', 'app', 'auth') and k.confdeltype = 'c'
      and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])`)
  expect(rows).toEqual([])
})

describe('secrets', () => {
  const secrets = createSecrets(randomBytes(32))

  it('open what they sealed, for the same purpose alone', () => {
    const sealed = secrets.seal('a', 'the key')
    expect(sealed).not.toContain('the key')
    expect(secrets.open('a', sealed)).toBe('the key')
    expect(() => secrets.open('b', sealed)).toThrow()
  })

  it('refuse what was altered', () => {
    const bytes = Buffer.from(secrets.seal('a', 'the key'), 'base64url')
    bytes[bytes.length - 1]! ^= 1
    expect(() => secrets.open('a', bytes.toString('base64url'))).toThrow()
  })
})

describe('settings', () => {
  it('name every value that cannot be used', () => {
    expect(() => readConfig({ PORT: 'many', SAMPLE_DATA: 'yes' })).toThrow(/PORT[\s\S]*SAMPLE_DATA/)
  })

  it('give load balancers time to turn away, unless the data are samples', () => {
    expect(readConfig({ SAMPLE_DATA: 'off' })).toMatchObject({ role: 'all', drainSeconds: 5 })
    expect(readConfig({ SAMPLE_DATA: 'on' }).drainSeconds).toBe(0)
    expect(readConfig({ SAMPLE_DATA: 'on', DRAIN_SECONDS: '2' }).drainSeconds).toBe(2)
  })

  it('load sample data by default, but not into a database of your own', () => {
    expect(readConfig({}).sampleData).toBe(true)
    expect(readConfig({ DATABASE_URL: 'postgres://db/x' }).sampleData).toBe(false)
    expect(readConfig({ DATABASE_URL: 'postgres://db/x', SAMPLE_DATA: 'on' }).sampleData).toBe(true)
  })
})

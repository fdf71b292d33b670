import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { readConfig } from './config.ts'
import type { Database } from './database/db.ts'
import { createSecrets } from './security/secrets.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

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

  it('load sample data without the datasets of past contracts', () => {
    const recent = readConfig({ SAMPLE_DATA: 'recent' })
    expect(recent).toMatchObject({ sampleData: true, makesOldSamples: false, drainSeconds: 0 })
    expect(readConfig({}).makesOldSamples).toBe(true)
  })
})

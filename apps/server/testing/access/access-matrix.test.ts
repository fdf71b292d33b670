/** Role x table x verb, each tried on a real row under the claims that the API gives the role. */
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withCallerTransaction } from '../../src/core/api/service.ts'
import { hooks } from '../../src/hooks.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { Database, Tx } from '../../src/platform/database/db.ts'
import type { Platform } from '../../src/platform/http/context.ts'
import { openLog } from '../../src/platform/process/log.ts'
import { createSecrets } from '../../src/platform/security/secrets.ts'
import { openTestDatabase } from '../database.ts'
import { type Line, matrix, type Role, roles, type Verb, verbs } from './access-matrix.ts'
import { insertRows, people } from './access-rows.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
  await insertRows(db.pool)
})
afterAll(() => db.close())

/** Thrown to undo what an attempt has written. */
const undo = new Error('undo')

const withoutFactor = { aal: 'aal1' as const, awaitsSecondFactor: false }

const withSamples = readConfig({ SAMPLE_DATA: 'on' })
const withoutSamples = readConfig({ SAMPLE_DATA: 'off' })
const log = openLog('silent')
const secrets = createSecrets(Buffer.alloc(32))

/** Runs `work` as the role, through the same door as a request, and leaves no trace. */
async function as<T>(role: Role, work: (tx: Tx) => Promise<T>): Promise<T> {
  const config = role === 'visitor' ? withSamples : withoutSamples
  const platform: Platform = { config, db, log, secrets, hooks }
  const userId = people[role]
  const session = userId
    ? {
        userId,
        email: '',
        sessionId: userId,
        expiresAt: new Date(),
        provedAt: null,
        ...withoutFactor,
      }
    : null
  let result: T
  await withCallerTransaction(platform, session, async ({ tx }) => {
    result = await work(tx)
    throw undo
  }).catch((error) => {
    if (error !== undo) throw error
  })
  return result!
}

const NO_PRIVILEGE = '42501' // by grant or by row-level security
const NOT_A_TABLE = '55000' // a view that no row can be written through
const BROKEN_RULE = /^23/ // foreign key, unique, check: evaluated after row-level security has agreed

/** Returns true if the statement reaches a row. */
async function reaches(tx: Tx, statement: RawBuilder<unknown>): Promise<boolean> {
  try {
    const { rows, numAffectedRows } = await statement.execute(tx)
    return rows.length > 0 || (numAffectedRows ?? 0n) > 0n
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (code === NO_PRIVILEGE || code === NOT_A_TABLE) return false
    if (BROKEN_RULE.test(code)) return true
    throw error
  }
}

/** The columns the role may write; all of them where it may write none, so that the refusal is the database's. */
const columnsFor = kept(async (table: string, grantee: string, verb: Verb): Promise<string> => {
  const { rows } = await db.pool.query<{ name: string; is_granted: boolean }>(
    `select quote_ident(attname) as name, has_column_privilege($2, attrelid, attnum, $3) as is_granted
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       and attidentity <> 'a'`,
    [table, grantee, verb],
  )
  const granted = rows.filter(({ is_granted }) => is_granted)
  return (granted.length > 0 ? granted : rows).map(({ name }) => name).join()
})

/** Reads a line's row as JSON, which no attempt leaves changed. */
const copyOf = kept(async (table: string, row: string): Promise<string> => {
  const { rows } = await db.pool.query(`select * from ${table} where ${row}`)
  return JSON.stringify(rows[0] ?? {})
})

/** Asks each question once. */
function kept<Asked extends string[]>(ask: (...asked: Asked) => Promise<string>) {
  const answers = new Map<string, Promise<string>>()
  return async (...asked: Asked): Promise<string> => {
    const question = asked.join('\n')
    const answer = answers.get(question) ?? ask(...asked)
    answers.set(question, answer)
    return await answer
  }
}

async function attempt({ table, row, set }: Line, role: Role, verb: Verb): Promise<boolean> {
  const where = sql.raw(`where ${row ?? 'true'}`)
  const name = sql.raw(table)
  const grantee = people[role] ? 'authenticated' : 'anon'
  const writes = verb === 'insert' || verb === 'update'
  const columns = writes ? await columnsFor(table, grantee, verb) : ''
  const copy = verb === 'insert' ? await copyOf(table, row ?? 'false') : '{}'
  const same = columns.split(',').map((column) => `${column} = ${column}`)
  const statements = {
    select: sql`select 1 from ${name} ${where}`,
    delete: sql`delete from ${name} ${where}`,
    update: sql`update ${name} set ${sql.raw(set ?? same.join())} ${where}`,
    insert: sql`insert into ${name} (${sql.raw(columns)})
      select ${sql.raw(columns)} from json_populate_record(null::${name}, ${copy}::json)`,
  }
  return await as(role, (tx) => reaches(tx, statements[verb]))
}

/** Returns the callers that reach the line's row. A reader reads what all of A do, and changes nothing of it. */
function allowed(line: Line, verb: Verb): Role[] {
  const named = line[verb]
  const isOfAll = !line.isPersonal && named.includes('member') && named.includes('admin')
  return roles.filter(
    (role) => named.includes(role) || (role === 'reader' && verb === 'select' && isOfAll),
  )
}

describe.each(matrix)('$table where $row', (line) => {
  it('lets in whom it should, verb by verb, and nobody else', async () => {
    const found: Record<string, Role[]> = {}
    for (const verb of verbs) {
      found[verb] = []
      for (const role of roles) if (await attempt(line, role, verb)) found[verb].push(role)
    }
    const expected = Object.fromEntries(verbs.map((verb) => [verb, allowed(line, verb)]))
    expect(found).toEqual(expected)
  })
})

it('every table and view has its line', async () => {
  const { rows } = await db.pool.query<{ name: string }>(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')
      and n.nspname not like 'pg_toast%'`)
  const known = new Set(matrix.map(({ table }) => table))
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((table) => rows.every(({ name }) => name !== table))).toEqual([])
})

it('every row asked about is there', async () => {
  for (const { table, row } of matrix) {
    if (row === null) continue
    const { rowCount } = await db.pool.query(`select 1 from ${table} where ${row}`)
    expect(rowCount, `${table} where ${row}`).toBe(1)
  }
})

it('callers enter no schema but public and app', async () => {
  const { rows } = await db.pool.query(`
    select r.rolname, n.nspname from pg_namespace n cross join pg_roles r
    where r.rolname in ('anon', 'authenticated') and has_schema_privilege(r.oid, n.oid, 'usage')
      and n.nspname not in ('public', 'app', 'pg_catalog', 'information_schema')`)
  expect(rows).toEqual([])
})

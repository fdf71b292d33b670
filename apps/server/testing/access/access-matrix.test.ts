/** Role x table x verb, each tried on a real row under the claims that the API gives the role. */
import { sql } from 'kysely'
import pg from 'pg'
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
let reached: Reached
beforeAll(async () => {
  db = await openTestDatabase()
  await insertRows(db.pool)
  await db.pool.query(attempts)
  reached = await reachedByAll()
})
afterAll(() => db.close())

/** Holds what came of each verb's attempt, by row and role: `reached`, `refused`, or an error as text. */
type Reached = Map<string, Partial<Record<Role, string[]>>>

const nameOf = ({ table, row }: Line) => `${table} where ${row}`

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

/** Tries statements as its caller and undoes each. A transaction for each of thousands would cost a minute. */
const attempts = `
  create function public.attempts(statements text[]) returns text[] language plpgsql as $$
  declare
    statement text;
    reached bigint;
    outcomes text[] := '{}';
  begin
    foreach statement in array statements loop
      reached := 0;
      begin
        execute statement;
        get diagnostics reached = row_count;
        raise exception using errcode = 'UNDOO';
      exception when others then
        outcomes := outcomes || case
          when sqlstate = 'UNDOO' then case when reached > 0 then 'reached' else 'refused' end
          -- By grant or by row-level security; or a view that no row can be written through.
          when sqlstate in ('42501', '55000') then 'refused'
          -- Foreign key, unique, check: evaluated after row-level security has agreed.
          when sqlstate like '23%' then 'reached'
          else format('%s %s', sqlstate, sqlerrm)
        end;
      end;
    end loop;
    return outcomes;
  end $$;
  grant execute on function public.attempts to anon, authenticated`

async function reachedByAll(): Promise<Reached> {
  const found: Reached = new Map()
  const writable = {
    anon: await columnsFor('anon'),
    authenticated: await columnsFor('authenticated'),
  }
  const copies = await Promise.all(matrix.map(copyOf))
  for (const role of roles)
    await as(role, async (tx) => {
      const columns = writable[people[role] ? 'authenticated' : 'anon']
      for (const [index, line] of matrix.entries()) {
        const statements = statementsOf(line, copies[index]!, columns.get(line.table)!)
        const { rows } = await sql<{ outcomes: string[] }>`
          select public.attempts(${statements}) as outcomes`.execute(tx)
        const outcomes = found.get(nameOf(line)) ?? {}
        outcomes[role] = rows[0]!.outcomes
        found.set(nameOf(line), outcomes)
      }
    })
  return found
}

type Columns = { insert: string; update: string }

/** Returns the columns of each table that a grantee may write, or all, so that the database refuses them. */
async function columnsFor(grantee: string): Promise<Map<string, Columns>> {
  const { rows } = await db.pool.query<
    { table: string; all: string } & Record<keyof Columns, string | null>
  >(
    `select name as table, string_agg(quote_ident(attname), ',') as all,
       string_agg(quote_ident(attname), ',') filter (where has_column_privilege($2, attrelid, attnum, 'insert')) as insert,
       string_agg(quote_ident(attname), ',') filter (where has_column_privilege($2, attrelid, attnum, 'update')) as update
     from unnest($1::text[]) as name join pg_attribute on attrelid = name::regclass
     where attnum > 0 and not attisdropped and attgenerated = '' and attidentity <> 'a'
     group by name`,
    [[...new Set(matrix.map(({ table }) => table))], grantee],
  )
  return new Map(
    rows.map((row) => [
      row.table,
      { insert: row.insert ?? row.all, update: row.update ?? row.all },
    ]),
  )
}

/** Reads a line's row as JSON, which no attempt leaves changed. */
async function copyOf({ table, row }: Line): Promise<string> {
  const { rows } = await db.pool.query(`select * from ${table} where ${row ?? 'false'}`)
  return JSON.stringify(rows[0] ?? {})
}

/** Returns a statement for each verb. */
function statementsOf({ table, row, set }: Line, copy: string, columns: Columns): string[] {
  const where = `where ${row ?? 'true'}`
  const same = columns.update.split(',').map((column) => `${column} = ${column}`)
  const statements: Record<Verb, string> = {
    select: `select 1 from ${table} ${where}`,
    delete: `delete from ${table} ${where}`,
    update: `update ${table} set ${set ?? same.join()} ${where}`,
    insert: `insert into ${table} (${columns.insert}) select ${columns.insert}
      from json_populate_record(null::${table}, ${pg.escapeLiteral(copy)}::json)`,
  }
  return verbs.map((verb) => statements[verb])
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
  it('lets in whom it should, verb by verb, and nobody else', () => {
    const found = reached.get(nameOf(line))
    const expected = roles.map((role) => [
      role,
      verbs.map((verb) => (allowed(line, verb).includes(role) ? 'reached' : 'refused')),
    ])
    expect(found).toEqual(Object.fromEntries(expected))
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

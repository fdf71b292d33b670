import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { classifyFault } from '../faults.ts'
import { rehearse, setRole, system, type Tx, withSystemRole } from './db.ts'
import { prepareQuery } from './prepared-query.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase({ limits: { poolSize: 1 } }) // each transaction follows on the same connection
})
afterAll(() => db.close())

const answerOf = async <T>(tx: Tx, query: RawBuilder<{ value: T }>) =>
  (await query.execute(tx)).rows[0]!.value
const roleOf = (tx: Tx) => answerOf(tx, sql<{ value: string }>`select current_user as value`)
const backendOf = (tx: Tx) => answerOf(tx, sql<{ value: number }>`select pg_backend_pid() as value`)
const claimsOf = (tx: Tx) =>
  answerOf(tx, sql<{ value: object }>`select current_setting('request.jwt.claims')::json as value`)
const countMails = (tx: Tx) =>
  answerOf(tx, sql<{ value: number }>`select count(*)::integer as value from app.mails`)
const writeMail = (tx: Tx) =>
  tx
    .insertInto('app.mails')
    .values({ recipient: 'a@b.test', subject: 's', text_body: 't', html_body: 'h' })
    .execute()

describe('a transaction', () => {
  it('runs as the role of the caller, and as the system only where it says so', async () => {
    const roles = await db.transaction({ role: 'anon' }, async (tx) => [
      await roleOf(tx),
      await withSystemRole(tx, () => roleOf(tx)),
      await roleOf(tx),
    ])
    expect(roles).toEqual(['anon', 'semblance_system', 'anon'])
  })

  it('has the role of the caller again after what it did as the system failed', async () => {
    const role = await db.transaction({ role: 'anon' }, async (tx) => {
      const refused = withSystemRole(tx, async () => {
        await withSystemRole(tx, () => roleOf(tx))
        throw new Error('refused')
      })
      await expect(refused).rejects.toThrow('refused')
      return await roleOf(tx)
    })
    expect(role).toBe('anon')
  })

  it('does not go on where a step as the system failed beside statements under way', async () => {
    const sleepy = sql<{ value: number }>`select 1 as value from pg_sleep(0.02)`
    const work = db.transaction({ role: 'anon' }, async (tx) => {
      let beside: Promise<string> | undefined
      const refused = withSystemRole(tx, async () => {
        beside = withSystemRole(tx, async () => {
          await answerOf(tx, sleepy)
          return await roleOf(tx)
        })
        throw new Error('refused')
      })
      await expect(refused).rejects.toThrow('refused')
      await expect(beside).rejects.toThrow('refused')
      await expect(roleOf(tx)).rejects.toThrow('refused')
    })
    await expect(work).rejects.toThrow('refused')
  })

  it('lets a short one pass beside it where it holds the last connection, which outlives its failure', async () => {
    const failing = db.transaction(system, async () => {
      await db.apart(writeMail)
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await db.transaction(system, countMails)).toBe(1)
    await db.apart((tx) => tx.deleteFrom('app.mails').execute())
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

  it('asks nothing under a role that does not exist', async () => {
    const read = db.transaction({ role: 'nobody' as 'anon' }, roleOf)
    await expect(read).rejects.toThrow('role "nobody" does not exist')
    expect(await db.transaction({ role: 'anon' }, roleOf)).toBe('anon')
  })

  it('is undone as a whole when its work throws', async () => {
    const work = db.transaction(system, async (tx) => {
      await writeMail(tx)
      throw new Error('stop')
    })
    await expect(work).rejects.toThrow('stop')
    expect(await db.transaction(system, countMails)).toBe(0)
  })

  it('fails when a statement of it has failed, also where its work hid that', async () => {
    const work = db.transaction(system, async (tx) => {
      await writeMail(tx)
      await sql`select 1 / 0`.execute(tx).catch(() => {})
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await db.transaction(system, countMails)).toBe(0)
  })

  it('changes nothing where it only reads', async () => {
    const change = db.transaction(system, writeMail, 'read')
    await expect(change).rejects.toThrow('cannot execute INSERT in a read-only transaction')
  })

  it('takes a rehearsal back, with the roles that it took', async () => {
    const seen = await db.transaction(system, async (tx) => {
      await rehearse(tx, async () => {
        await writeMail(tx)
        setRole(tx, { role: 'anon' })
        await roleOf(tx)
        setRole(tx, system)
      })
      return { role: await roleOf(tx), mails: await countMails(tx) }
    })
    expect(seen).toEqual({ role: 'semblance_system', mails: 0 })
  })

  it('asks several things at once, in their order', async () => {
    const sleepy = sql<{ value: number }>`select 1 as value from pg_sleep(0.02)`
    const answers = await db.transaction(system, (tx) =>
      Promise.all([answerOf(tx, sleepy), roleOf(tx), countMails(tx)]),
    )
    expect(answers).toEqual([1, 'semblance_system', 0])
  })

  it('refuses a change of role beside a statement that is under way', async () => {
    const mixed = db.transaction({ role: 'anon' }, (tx) =>
      Promise.all([roleOf(tx), withSystemRole(tx, () => roleOf(tx))]),
    )
    await expect(mixed).rejects.toThrow('The role changes while')
  })
})

describe('outside a transaction', () => {
  it('a statement is refused once the transaction has ended', async () => {
    let kept: Tx | undefined
    await db.transaction(system, async (tx) => {
      kept = tx
      await roleOf(tx)
    })
    await expect(roleOf(kept!)).rejects.toThrow('The transaction has ended.')
  })

  it('a connection may read and change nothing', async () => {
    const escaped = db.transaction(system, async (tx) => {
      await sql`commit`.execute(tx) // what no code of ours does
      await countMails(tx)
    })
    await expect(escaped).rejects.toThrow('permission denied')
    const role = await db.transaction(system, async (tx) => {
      await sql`commit`.execute(tx)
      return await roleOf(tx)
    })
    expect(role).toBe('semblance_none')
  })
})

it('a connection that is lost is the database’s fault, and the next transaction has another', async () => {
  const lost = db.transaction(system, async (tx) => {
    const backend = await backendOf(tx)
    await db.pool.query('select pg_terminate_backend($1)', [backend])
    await roleOf(tx)
  })
  const fault = classifyFault(await lost.catch((error) => error))
  expect(fault).toEqual({ kind: 'dependency', dependency: 'database' })
  expect(await db.transaction(system, roleOf)).toBe('semblance_system')
})

it('a statement that runs often goes on after its table got another column', async () => {
  await db.pool.query('create table app.growing (id integer); insert into app.growing values (1)')
  await db.pool.query('grant select on app.growing to semblance_system')
  const explicit = sql<{ value: number }>`select id as value from (select * from app.growing) g`
  const all = sql<object>`select * from app.growing`
  const askOften = async () => {
    let rows: object[] = []
    for (let index = 0; index < 30; index++) {
      await db.transaction(system, async (tx) => {
        await answerOf(tx, explicit)
        rows = (await all.execute(tx)).rows
      })
    }
    return rows
  }
  expect(await askOften()).toEqual([{ id: 1 }])
  await db.pool.query('alter table app.growing add column later integer')
  expect(await askOften()).toEqual([{ id: 1, later: null }])
})

it('a prepared query takes its values anew each time, also of calls at once', async () => {
  const named = prepareQuery((tx: Tx, { schema, table }: { schema: string; table: string }) =>
    tx
      .selectNoFrom([
        sql<string>`${schema}::text`.as('schema'),
        sql<string>`${table}::text || ${'!'}::text || ${schema}::text`.as('table'),
      ])
      .where(sql<boolean>`${schema}::text <> ''`),
  )
  const rows = await db.transaction(system, (tx) =>
    Promise.all([
      named(tx, { schema: 'a', table: 'b' }),
      named(tx, { schema: 'c', table: 'd' }),
      named(tx, { schema: '', table: 'd' }),
    ]),
  )
  expect(rows).toEqual([[{ schema: 'a', table: 'b!a' }], [{ schema: 'c', table: 'd!c' }], []])
})

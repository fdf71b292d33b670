/** @module-tag long */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { type Market, openTestMarket } from '../../../testing/fixtures/market-fixtures.ts'
import { knownMigrations, migrate } from '../../platform/database/migrate.ts'
import { migrateJobs } from '../../platform/process/jobs.ts'
import { openLog } from '../../platform/process/log.ts'

const migrations = join(import.meta.dirname, '../../../migrations')
const before = mkdtempSync(join(tmpdir(), 'semblance-before-log-'))
const db = await openTestDatabase({ template: 'template1' })
let market: Market
beforeAll(async () => {
  for (const name of await knownMigrations(migrations))
    if (name < '0070') copyFileSync(join(migrations, name), join(before, name))
  await migrateJobs(db, openLog('error'))
  await migrate(db.pool, { dir: before })
})
afterAll(async () => {
  await market.close()
  rmSync(before, { recursive: true })
})

const write = (object: string) =>
  `insert into app.audit_log (action, object) values ('banking.save', '${object}')`

it('the upgrade waits for transactions of older servers, and links all that they wrote', async () => {
  await db.pool.query(write('test:1'))
  await db.pool.query('select app.chain_audit()')
  await db.pool.query(write('test:2'))
  const running = await db.pool.connect()
  await running.query(`begin; ${write('test:3')}`)
  await db.pool.query(write('test:4'))
  const waits: string[] = []
  const onWait = (message: string) => {
    waits.push(message)
    void running.query('commit')
  }
  await migrate(db.pool, { onWait, times: { lockTimeoutMs: 1000, pauseMs: 100 } })
  running.release()
  expect(waits).toHaveLength(1)
  const { rows } = await db.pool.query('select count(*)::int as links from app.audit_chain')
  expect(rows).toEqual([{ links: 4 }])
})

it('the first leaf names the last link, and rows of before are compared with the chain', async () => {
  market = await openTestMarket({}, { db })
  const staff = await market.staff()
  await market.app.jobs['transparency.integrate']!({}, {} as never)
  const { logs } = await market.visitor.transparency.status()
  const [link] = (
    await db.pool.query(
      `select position::text, encode(hash, 'hex') as hash from app.audit_chain order by position desc limit 1`,
    )
  ).rows
  expect(JSON.parse(logs[0]!.firstLeaf!.payload).body).toEqual({ auditChain: link })
  expect(await staff.api.transparency.check()).toMatchObject({ violations: [] })
  const { items } = await staff.api.audit.list({ object: 'test:', limit: 9 })
  expect(items.map(({ leaf, commitment }) => [leaf, commitment])).toEqual(
    Array.from({ length: 4 }, () => [null, null]),
  )
})

it.each([
  [`update app.audit_log set object = 'test:9' where object = 'test:2'`, /link \d/],
  ['delete from app.audit_chain where position = 4', /the newest link is not the one/],
])('the check shows %s', async (statement, place) => {
  const staff = await market.staff()
  await db.pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`)
  const { violations } = await staff.api.transparency.check()
  expect(violations.join('\n')).toMatch(place)
})

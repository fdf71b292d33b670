/** Answers and log lines while the database is away or all its connections are in use. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { createUpload } from '../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { anonKey } from '../../core/auth/service.ts'
import { type Database, openDatabase, system } from '../database/db.ts'
import { createIncidents } from '../process/incidents.ts'
import { openLog } from '../process/log.ts'
import { answerForFault } from './fault-answers.ts'

/** Connects to a socket that does not exist. */
const away = openDatabase({ host: '/nowhere', database: 'none' })

let market: Market
let person: Person
let isAway = false
const lines: { level: number; msg: string; incident?: string }[] = []
beforeAll(async () => {
  const db = await openTestDatabase({ limits: { poolSize: 1, acquireTimeoutMs: 1000 } })
  const switched: Database = {
    ...db,
    transaction: (...given) => (isAway ? away : db).transaction(...given),
  }
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  market = await openTestMarket({}, { db: switched, log })
  person = await market.member('vendor')
})
beforeEach(() => {
  lines.length = 0
})
afterAll(async () => {
  await away.close()
  await market.close()
})

const calls = {
  'a procedure of RPC': () =>
    market.fetch('/api/rpc/notifications/list', {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ json: {} }),
    }),
  'a procedure of OpenAPI': () =>
    market.fetch('/api/notifications', { headers: { authorization: `Bearer ${person.token}` } }),
  'the table protocol': () =>
    market.fetch('/rest/v1/profiles', { headers: { authorization: `Bearer ${person.token}` } }),
  'the Auth protocol': () =>
    market.fetch('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: 'wrong' }),
    }),
  'an upload': () => createUpload(market, person, { contractId: 'CTR-1' }),
  'the probe': () => market.fetch('/readyz'),
}

describe('while the database is away', () => {
  it('every interface answers 503 with the time to wait, and the log has one error', async () => {
    isAway = true
    for (const [name, call] of Object.entries(calls)) {
      const answer = await call()
      const told = [name, answer.status, answer.headers.get('retry-after')]
      expect(told).toEqual([name, 503, '5'])
      expect(await answer.text()).not.toMatch(/nowhere|ENOENT|socket/)
    }
    isAway = false
    const errors = lines.filter(({ level }) => level >= 50)
    // None where another file's tests have met the same incident in this process.
    const begun = { msg: 'incident begins', incident: 'database_unavailable' }
    expect(errors).toMatchObject(errors.map(() => begun))
    expect(errors.length).toBeLessThanOrEqual(1)
    expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(Object.keys(calls).length)
    expect((await calls['the probe']()).status).toBe(200)
  })
})

it('a call that finds no free connection is told to come back in 2 seconds', async () => {
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = market.platform.db.transaction(system, async () => {
    held.resolve()
    await release.promise
  })
  await held.promise
  const refused = [calls['a procedure of RPC'], calls['the table protocol']]
  for (const answer of await Promise.all(refused.map((call) => call())))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  release.resolve()
  await holding
  expect((await calls['a procedure of RPC']()).status).toBe(200)
})

it('a statement of a request ends after 15 s, and one of a job does not', async () => {
  const timeout = (db: Database) =>
    db.transaction(system, async (tx) => {
      const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(tx)
      return rows[0]?.statement_timeout
    })
  expect(await timeout(market.platform.db)).toBe('15s')
  const unlimited = await openTestDatabase()
  expect(await timeout(unlimited)).toBe('0')
  await unlimited.close()
})

it('a defect is no fault of a dependency, and a deadlock asks to repeat', () => {
  const log = openLog('silent')
  expect(answerForFault(new TypeError('a defect'), log)).toBeNull()
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  expect(answerForFault(deadlock, log)).toMatchObject({ code: 'overloaded', status: 503 })
})

it('an incident ends when no call has met it for a while, with the number of calls that had', () => {
  vi.useFakeTimers()
  const incidents = createIncidents(1000)
  const written: object[] = []
  const log = openLog('info', { write: (line) => void written.push(JSON.parse(line)) })
  for (let call = 0; call < 3; call++) {
    incidents.report(log, 'storage_full', new Error('no space left'))
    vi.advanceTimersByTime(900)
  }
  expect(written).toHaveLength(1)
  vi.advanceTimersByTime(100)
  expect(written[1]).toMatchObject({ incident: 'storage_full', calls: 3 })
  incidents.report(log, 'storage_full', new Error('no space left'))
  expect(written).toHaveLength(3)
  vi.useRealTimers()
})

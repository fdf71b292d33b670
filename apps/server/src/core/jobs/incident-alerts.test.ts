/** Mails to staff about an outage: one at its beginning and one at its end, however it was met and however often. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { system } from '../../platform/database/db.ts'
import { DependencyError } from '../../platform/faults.ts'
import { createIncidents, incidents } from '../../platform/process/incidents.ts'
import { clearFault, recordFault } from '../../platform/process/job-faults.ts'
import { jobLogger } from '../../platform/process/jobs.ts'
import { openLog } from '../../platform/process/log.ts'
import { saveRequestFaults } from '../../platform/process/request-incidents.ts'
import { alertStaff } from './incident-alerts.ts'

let market: Market
let staff: Omit<Person, 'organization'>
beforeAll(async () => {
  market = await openTestMarket()
  staff = await market.staff()
})
beforeEach(async () => {
  await market.platform.db.pool.query('delete from app.incidents')
  await market.platform.db.pool.query('delete from app.job_faults')
  await market.platform.db.pool.query('delete from app.mails')
})
afterAll(() => market.close())

const start = new Date('2026-11-23T10:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const away = new DependencyError('storage', 'The store answered with status 503')

const jobFails = (id: bigint, now: Date) =>
  market.platform.db.transaction(system, (tx) =>
    recordFault(tx, id, { dependency: 'storage', error: away, now }),
  )
/** Two servers look at the same moment, as they do each minute. */
const watch = (now: Date) =>
  Promise.all([alertStaff(market.platform, now), alertStaff(market.platform, now)])
const mails = async () =>
  (await market.platform.db.pool.query('select subject from app.mails order by id')).rows.map(
    ({ subject }) => subject,
  )

/** Counts faults of requests at a time, as a server that has met them. */
async function requestsFail(count: number, firstAt: Date, lastAt: Date) {
  const source = createIncidents()
  source.putBack(new Map([['storage', { faults: count, firstAt, lastAt, lastError: away }]]))
  await saveRequestFaults({ ...market.platform, source })
}

it('many jobs, many requests and two servers give one mail for one incident, and one for its end', async () => {
  await market.platform.db.pool.query(
    `select app.add_job_at('test.waits', '{}', null, 10, null, null)`,
  )
  for (const [i, job] of [1n, 2n, 3n, 1n, 2n].entries()) await jobFails(job, after(i))
  await requestsFail(40, after(1), after(9))
  await watch(after(9))
  expect(await mails()).toEqual([])
  await jobFails(3n, after(10))
  for (const minute of [10, 11, 12]) await watch(after(minute))
  expect(await mails()).toEqual(['The file storage does not answer'])
  const { items } = await staff.api.notifications.list({ limit: 50 })
  expect(items[0]!.message).toContain('46 tries of jobs and requests have failed')
  await market.platform.db.transaction(system, (tx) => clearFault(tx, 1n, after(13)))
  for (const minute of [13, 14, 40]) await watch(after(minute))
  expect(await mails()).toEqual([
    'The file storage does not answer',
    'Over: The file storage does not answer',
  ])
})

it('an outage that only requests meet opens an incident, which ends once none has met it for five minutes', async () => {
  for (let minute = 0; minute < 12; minute += 2)
    await requestsFail(5, after(minute), after(minute + 1))
  await watch(after(11))
  expect(await mails()).toEqual(['The file storage does not answer'])
  await watch(after(15))
  expect(await mails()).toHaveLength(1)
  await watch(after(17))
  await watch(after(18))
  expect(await mails()).toHaveLength(2)
  // A late report of the same outage opens no other.
  await requestsFail(1, after(10), after(10))
  await watch(after(40))
  expect(await mails()).toHaveLength(2)
})

it('a fault or two that pass are told to nobody', async () => {
  await requestsFail(2, after(0), after(0))
  for (const minute of [1, 6, 11, 30]) await watch(after(minute))
  expect(await mails()).toEqual([])
})

it('an incident goes on while a job waits for it, however long the wait', async () => {
  const { rows } = await market.platform.db.pool.query(
    `select (app.add_job_at('test.waits', '{}', null, 10, null, null))::text`,
  )
  expect(rows).toHaveLength(1)
  const [job] = (
    await market.platform.db.pool.query('select max(id) as id from graphile_worker._private_jobs')
  ).rows
  await jobFails(BigInt(job.id), after(0))
  await watch(after(10))
  await watch(after(25))
  expect(await mails()).toHaveLength(1)
})

it('faults that could not be recorded are kept for the next time', async () => {
  const source = createIncidents()
  source.countRequest('database', new Error('connect ECONNREFUSED'))
  const refuses = { ...market.platform.db, transaction: () => Promise.reject(new Error('away')) }
  const broken = { ...market.platform, db: refuses, source } as never
  await expect(saveRequestFaults(broken)).rejects.toThrow('away')
  source.countRequest('database', new Error('connect ECONNREFUSED'))
  await saveRequestFaults({ ...market.platform, source })
  const { rows } = await market.platform.db.pool.query(
    'select dependency, faults from app.incidents',
  )
  expect(rows).toEqual([{ dependency: 'database', faults: 2 }])
})

it('the queue’s own lines of an outage are one line of the log, with those of requests', () => {
  const lines: { level: number; msg: string }[] = []
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const error = Object.assign(new Error('no room'), { code: 'ENOSPC' })
  const logger = jobLogger(log)
  incidents.report(log, 'storage_full', error)
  for (let i = 0; i < 5; i++) logger.error('Error occurred during fetch', { error })
  for (let i = 0; i < 5; i++) logger.error('Failed to complete jobs', { fatalError: error })
  // Begun here, unless another file's tests met the same fault in this process.
  expect(lines.filter(({ msg }) => msg !== 'incident begins')).toEqual([])
  expect(lines.length).toBeLessThanOrEqual(1)
  const before = lines.length
  logger.error('Failed task 1', { error: new TypeError('a defect') })
  expect(lines).toHaveLength(before + 1)
})

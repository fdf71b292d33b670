import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { type Database, openDatabase, system } from '../database/db.ts'
import { enqueue, type Jobs, startJobs } from './jobs.ts'
import { type LeaseTimes, openLease } from './leases.ts'
import { openLog } from './log.ts'
import { readIdentity } from './process-identity.ts'

const log = openLog('silent')
const times: LeaseTimes = { beatMs: 20, leaseMs: 400, slowBeatMs: 5000 }

let db: TestDatabase
let databaseName: string
const stops: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  db = await openTestDatabase()
  const { rows } = await db.pool.query('select current_database() as name')
  databaseName = rows[0].name
})
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  await db.pool.query('delete from graphile_worker._private_jobs')
})
afterAll(() => db.close())

/** A server of its own: its connections, and a lease whose beats can be held up, as when the process stands still. */
async function startServer(jobs: Jobs) {
  const own = openDatabase({ ...inject('postgres'), database: databaseName })
  const gate = { open: Promise.resolve() }
  const goOn = { now: () => {} }
  const pool = {
    query: async (...args: unknown[]) => {
      await gate.open
      return await own.pool.query(...(args as [string]))
    },
  }
  const lease = await openLease({ ...own, pool } as unknown as Database, {
    log,
    role: 'all',
    version: 'test',
    schemaLevel: 0,
    times,
  })
  const tasks = Object.keys(jobs)
  const lanes = tasks.length > 0 ? [{ name: 'test', tasks, concurrency: 1 }] : []
  const worker = startJobs({ db: own, log, lease, stopPatienceMs: 10 }, jobs, {
    lanes,
    schedule: [],
  })
  stops.push(own.close, lease.end, worker.stop, async () => goOn.now())
  return {
    own,
    lease,
    stop: worker.stop,
    /** Holds up the beats until the returned function is called. */
    standStill: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate.open = promise
      goOn.now = resolve
      return resolve
    },
  }
}

const add = (name: string, key?: string) =>
  db.transaction(system, (tx) => enqueue(tx, name, {}, { jobKey: key }))

async function queued(): Promise<{ locked_by: string | null; attempts: number }[]> {
  const { rows } = await db.pool.query(
    'select locked_by, attempts from graphile_worker._private_jobs',
  )
  return rows
}

const untilQueueIsEmpty = () => expect.poll(queued, { interval: 20 }).toEqual([])

describe('a server that stands still', () => {
  it('loses its jobs to another one, notices when it goes on, and spoils nothing', {
    tags: 'long',
  }, async () => {
    const began: string[] = []
    let aborted = false
    const finish = Promise.withResolvers<void>()
    const first = await startServer({
      'test.long': async (_, { abortSignal }) => {
        began.push('first')
        await once(abortSignal!, 'abort')
        aborted = true // and it ends as if it had done its work
      },
    })
    await add('test.long')
    await expect.poll(() => began).toEqual(['first'])
    const before = first.lease.id()
    const goOn = first.standStill()
    await startServer({
      'test.long': async () => {
        began.push('second')
        await finish.promise
      },
    })
    stops.push(async () => finish.resolve())
    await expect.poll(() => began).toEqual(['first', 'second'])
    expect(aborted).toBe(false)
    const [taken] = await queued()
    goOn()
    await expect.poll(() => aborted).toBe(true)
    await expect.poll(first.lease.id).not.toBe(before)
    await new Promise((resolve) => setTimeout(resolve, 50)) // time for what the first still writes
    expect(await queued()).toEqual([taken])
    finish.resolve()
    await untilQueueIsEmpty()
    expect(began).toEqual(['first', 'second'])
  })

  it('is ended by nobody who has not beaten for a whole lease without a gap', {
    tags: 'long',
  }, async () => {
    await db.pool.query(`insert into app.workers (id, process_id, role, pools, host, pid, version, seen_at)
      values (gen_random_uuid(), gen_random_uuid(), 'all', '{}', 'gone', 1, 'test', now() - interval '1 hour')`)
    const gone = async () =>
      (await db.pool.query(`select 1 from app.workers where host = 'gone'`)).rowCount
    const { standStill } = await startServer({})
    // Held up again and again for longer than a lease, it has never been steady.
    for (let round = 0; round < 3; round++) {
      const goOn = standStill()
      await new Promise((resolve) => setTimeout(resolve, times.leaseMs + 50))
      goOn()
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(await gone()).toBe(1)
    }
    await expect.poll(gone).toBe(0)
  })
})

it('jobs locked under a name that nobody has a lease for run again', { tags: 'long' }, async () => {
  await add('test.left')
  await db.pool.query(`update graphile_worker._private_jobs
    set locked_by = 'pool-of-old', locked_at = now() - interval '1 minute'`)
  await startServer({ 'test.left': async () => {} })
  await untilQueueIsEmpty()
})

it('a server that is alone takes lost jobs over at its start', async () => {
  await add('test.left')
  await db.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'pool-of-old', locked_at = now()`,
  )
  const day = { ...times, leaseMs: 86_400_000 }
  const lease = await openLease(db, {
    log,
    role: 'all',
    version: 'test',
    schemaLevel: 0,
    isAlone: true,
    times: day,
  })
  expect(await queued()).toMatchObject([{ locked_by: null }])
  await lease.end()
})

describe.runIf(readIdentity())('a start beside a lease', () => {
  const [boot, namespace, start] = readIdentity()?.split(' ') ?? []
  const { pid: endedPid } = spawnSync('true')

  /** Starts a server next to that lease. Returns true if it has unlocked the lease's job. */
  async function takesOver(pid: number, identity: string | null): Promise<boolean> {
    await add('test.left')
    await db.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'pool-of-old', locked_at = now()`,
    )
    await db.pool.query(
      `insert into app.workers (id, process_id, role, pools, host, pid, version, identity)
       values (gen_random_uuid(), gen_random_uuid(), 'all', '{pool-of-old}', 'here', $1, 'test', $2)`,
      [pid, identity],
    )
    const lease = await openLease(db, { log, role: 'all', version: 'test', schemaLevel: 0 })
    const [job] = await queued()
    await lease.end()
    await db.pool.query('delete from app.workers')
    return job!.locked_by === null
  }

  it.each([
    ['a process of this machine that has ended', endedPid],
    ['a process whose ID is another one’s now', process.pid],
  ])('of %s takes its jobs over at once', async (_, pid) => {
    expect(await takesOver(pid, `${boot} ${namespace} 1`)).toBe(true)
  })

  it.each([
    ['a process that runs', process.pid, `${boot} ${namespace} ${start}`],
    ['another machine', endedPid, `other ${namespace} 1`],
    ['another container', endedPid, `${boot} pid:[1] 1`],
    ['a server that states no identity', endedPid, null],
  ])('of %s leaves its jobs alone', async (_, pid, identity) => {
    expect(await takesOver(pid, identity)).toBe(false)
  })
})

it('jobs that a stop cuts off wait for the next server, uncounted', async () => {
  let began = false
  const server = await startServer({
    'test.cut': async (_, { abortSignal }) => {
      began = true
      await once(abortSignal!, 'abort')
      throw new Error('cut off')
    },
  })
  await add('test.cut')
  await expect.poll(() => began).toBe(true)
  await server.stop()
  expect(await queued()).toEqual([{ locked_by: null, attempts: 0 }])
})

it('a database that restarts while a job runs lets it end once, and the next jobs run', {
  tags: 'long',
}, async () => {
  const ran: string[] = []
  const running = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const { own } = await startServer({
    'test.kept': async () => {
      ran.push('kept')
      running.resolve()
      await goOn.promise
    },
    'test.next': async () => {
      ran.push('next')
    },
  })
  await add('test.kept')
  await running.promise
  const comeBack = takeAway(own.pool)
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> all($1)`,
    [await ownBackends()],
  )
  goOn.resolve()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await queued()).toHaveLength(1)
  comeBack()
  await untilQueueIsEmpty()
  await add('test.next')
  await untilQueueIsEmpty()
  expect(ran).toEqual(['kept', 'next'])
})

/** Refuses new connections, as while no server listens, until the returned function is called. */
function takeAway(pool: pg.Pool): () => void {
  const connect = pool.connect.bind(pool)
  type Callback = (error: Error) => void
  pool.connect = ((callback?: Callback) => {
    const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    if (!callback) return Promise.reject(error)
    setImmediate(() => callback(error))
  }) as typeof pool.connect
  return () => {
    pool.connect = connect
  }
}

/** The test's own connections, which stay. */
async function ownBackends(): Promise<number[]> {
  const { rows } = await db.pool.query('select pg_backend_pid() as pid')
  return rows.map(({ pid }) => pid)
}

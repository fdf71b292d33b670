import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { type Database, system } from '../database/db.ts'
import { placeInQueue } from './jobs.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
beforeEach(() => db.pool.query('delete from graphile_worker._private_jobs'))

type Job = { task?: string; name?: string; queue?: string; priority?: number; minutes?: number }

/** Adds jobs that are due so many minutes from now; negative ones were due before. */
async function add(...jobs: Job[]) {
  for (const {
    task = 'delivery.synthesize',
    name = 'x',
    queue,
    priority = 0,
    minutes = -1,
  } of jobs)
    await db.pool.query(
      `select graphile_worker.add_job($1, json_build_object('deliveryId', $2::text), queue_name => $3,
        priority => $4, run_at => now() + $5 * interval '1 minute')`,
      [task, name, queue ?? null, priority, minutes],
    )
}
const place = () =>
  db.transaction(system, (tx) =>
    placeInQueue(tx, 'delivery.synthesize', {
      field: 'deliveryId',
      value: 'own',
      rivals: ['delivery.synthesize', 'preview.make'],
    }),
  )

it('counts what is due before, of all tasks that use the same places', async () => {
  await add({ minutes: -3 }, { task: 'preview.make', minutes: -2 })
  await add({ name: 'own' }, { minutes: 0 }, { task: 'mail.send', minutes: -5 }, { minutes: 5 })
  expect(await place()).toEqual({ before: 2, isAtMost: false })
})

it('counts by priority first: lower numbers are taken earlier', async () => {
  await add({ name: 'own' }, { minutes: -9, priority: 5 }, { minutes: 0, priority: -5 })
  expect(await place()).toEqual({ before: 1, isAtMost: false })
})

it('is an upper bound where jobs before wait for others of their queue', async () => {
  await add({ minutes: -3, queue: 'sources:7' }, { name: 'own' })
  expect(await place()).toEqual({ before: 1, isAtMost: true })
})

it('cannot be told of a job that waits for its queue or its time, runs, or is not there', async () => {
  expect(await place()).toBeNull()
  await add({ name: 'own', minutes: 5 })
  expect(await place()).toBeNull()
  await db.pool.query(
    `update graphile_worker._private_jobs set run_at = now(), locked_at = now(), locked_by = 'w'`,
  )
  expect(await place()).toBeNull()
  await db.pool.query('delete from graphile_worker._private_jobs')
  await add({ name: 'own', queue: 'sources:7' })
  expect(await place()).toBeNull()
})

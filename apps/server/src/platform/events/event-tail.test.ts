import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { type Database, system } from '../database/db.ts'
import { openLog } from '../process/log.ts'
import { type EventTail, isAfter, openEventTail, type Position, type Signal } from './event-tail.ts'
import { type Audience, publish, signal } from './events.ts'

const somebody = { organization: '00000000-0000-4000-8000-00000000000a' }
const log = openLog('silent')

let db: Database
const tails: EventTail[] = []
beforeAll(async () => {
  db = await openTestDatabase()
})
afterEach(async () => {
  for (const tail of tails.splice(0)) await tail.close()
})
afterAll(() => db.close())

async function follow() {
  const heard: { id: string; audience: Audience; at: Position }[] = []
  const signals: { audiences: Audience[]; event: Signal }[] = []
  const tail = openEventTail(
    { db, log },
    {
      onEvent: (audience, event, at) =>
        heard.push({ id: 'id' in event ? event.id : '', audience, at }),
      onSignal: (audiences, event) => signals.push({ audiences, event }),
    },
  )
  tails.push(tail)
  await tail.started
  return { tail, heard, signals, ids: () => heard.map(({ id }) => id) }
}

const publishEvent = (id: string, beforeCommit: () => Promise<unknown> = async () => {}) =>
  db.transaction(system, async (tx) => {
    await publish(tx, somebody, { topic: 'dpr.changed', id })
    await beforeCommit()
  })

const fail = () => Promise.reject(new Error('no'))

it('an event is heard as soon as it is committed, and not before', async () => {
  const { heard, ids } = await follow()
  const { promise, resolve } = Promise.withResolvers<void>()
  const told = publishEvent('later', () => promise)
  await sleep(100)
  expect(heard).toEqual([])
  resolve()
  await told
  await eventually(() => expect(ids()).toEqual(['later']))
  expect(heard[0]!.audience).toEqual(somebody)
})

it('an event is heard by its announcement, not by the next regular read 4 s later', async () => {
  const { ids } = await follow()
  const tookMs: number[] = []
  // One may wait for a transaction of another test; the first one may meet a regular read.
  while (tookMs.length < 6 && !tookMs.slice(1).some((ms) => ms < 2000)) {
    const publishedAt = Date.now()
    const id = `prompt ${tookMs.length}`
    await publishEvent(id)
    await eventually(() => expect(ids()).toContain(id))
    tookMs.push(Date.now() - publishedAt)
  }
  expect(Math.min(...tookMs.slice(1))).toBeLessThan(2000)
})

it('what is rolled back is never heard', async () => {
  const { ids } = await follow()
  await expect(publishEvent('undone', fail)).rejects.toThrow('no')
  await publishEvent('done')
  await eventually(() => expect(ids()).toEqual(['done']))
})

it('an event waits for an older transaction that may still tell one', async () => {
  const { ids } = await follow()
  const { promise, resolve } = Promise.withResolvers<void>()
  const older = publishEvent('older', () => promise)
  await sleep(20)
  await publishEvent('younger')
  await sleep(100)
  expect(ids()).toEqual([])
  resolve()
  await older
  await eventually(() => expect(ids()).toEqual(['older', 'younger']))
})

it('concurrent writers that commit in any order lose and repeat nothing, for every listener alike', {
  tags: 'long',
}, async () => {
  const [one, other] = [await follow(), await follow()]
  let run = 0
  const writers = fc.array(
    fc.record({ startMs: fc.nat(20), holdMs: fc.nat(30), undo: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 9, // as many connections as the pool has, so that all run at once
    },
  )
  await fc.assert(
    fc.asyncProperty(writers, async (plan) => {
      run += 1
      one.heard.length = other.heard.length = 0
      await Promise.allSettled(
        plan.map(async ({ startMs, holdMs, undo }, index) => {
          await sleep(startMs)
          await publishEvent(`${run}.${index}`, async () => {
            await sleep(holdMs)
            if (undo) await fail()
          })
        }),
      )
      const kept = plan.flatMap(({ undo }, index) => (undo ? [] : [`${run}.${index}`]))
      await eventually(() => {
        expect(one.heard.length).toBeGreaterThanOrEqual(kept.length)
        expect(other.heard.length).toBeGreaterThanOrEqual(kept.length)
      })
      expect(one.ids().sort()).toEqual(kept.sort())
      expect(other.heard).toEqual(one.heard)
      for (const [index, { at }] of one.heard.entries())
        if (index > 0) expect(isAfter(at, one.heard[index - 1]!.at)).toBe(true)
    }),
    { numRuns: 40 },
  )
})

it('nothing is lost or repeated when the connection breaks', async () => {
  const { ids, heard } = await follow()
  const told = Array.from({ length: 60 }, (_, index) => `broken ${index}`)
  for (const [index, id] of told.entries()) {
    if (index % 20 === 10)
      await db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ~ '^(listen|select h.xmin)'`)
    await publishEvent(id)
    await sleep(5)
  }
  await eventually(() => expect(heard.length).toBe(told.length))
  expect(ids()).toEqual(told)
})

it('a burst larger than one read is heard whole', async () => {
  const { heard } = await follow()
  await db.pool.query(`insert into app.events (organization, topic, payload)
    select '${somebody.organization}', 'dpr.changed', json_build_object('id', n) from generate_series(1, 2500) n`)
  await eventually(() => expect(heard.length).toBe(2500))
})

it('signals reach who listens now, however many they are meant for', async () => {
  const { signals } = await follow()
  const many = Array.from({ length: 230 }, () => ({ organization: crypto.randomUUID() }))
  const event = {
    topic: 'presence.changed',
    organization: somebody.organization,
    isOnline: true,
  } as const
  await db.transaction(system, (tx) => signal(tx, many, event))
  await eventually(() => expect(signals.flatMap(({ audiences }) => audiences)).toEqual(many))
  expect(signals[0]!.event).toEqual(event)
})

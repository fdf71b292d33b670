/**
 * Measures the cost of announcing events for those who commit: changes per second of 8 writers, each change one row
 * and one event, announced after the commit as servers do, within it, and not at all; in turn, five times each. A
 * listener waits on the channel, as every server with open browsers does. Prints one JSON object with the medians.
 * `SECONDS=1` shortens each measure.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase, system, type Tx } from '../apps/server/src/platform/database/db.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { EVENTS, publish } from '../apps/server/src/platform/events/events.ts'
import { migrateJobs } from '../apps/server/src/platform/process/jobs.ts'
import { openLog } from '../apps/server/src/platform/process/log.ts'

const WRITERS = 8
const ROUNDS = 5
const SECONDS = Number(process.env.SECONDS ?? 3)

const dataDir = mkdtempSync(join(tmpdir(), 'semblance-bench-'))
const postgres = await startEmbeddedPostgres(dataDir)
const db = openDatabase(postgres.connection)
await migrateJobs(db, openLog('error'))
await migrate(db.pool)
const listener = db.client({})
await listener.connect()
await listener.query(`listen ${EVENTS}`)

const organization = randomUUID()
const event = { topic: 'notification.changed' } as const

/** Publishes in three ways; in the last two the rows are inserted past the server's own announcement. */
const ways = {
  after: (tx: Tx) => publish(tx, { organization }, event),
  within: (tx: Tx) => insert(tx),
  none: (tx: Tx) => insert(tx),
}

async function insert(tx: Tx): Promise<void> {
  await tx
    .insertInto('app.events')
    .values({ organization, topic: event.topic, payload: '{}' })
    .execute()
}

/** Commits changes for a while; returns changes per second and the 99th percentile of their times. */
async function write(way: keyof typeof ways): Promise<{ perSecond: number; p99Ms: number }> {
  const start = performance.now()
  const taken: number[] = []
  const setting = sql.raw(
    `set local semblance.announces_after_commit = '${way === 'within' ? 'off' : 'on'}'`,
  )
  const writer = async () => {
    while (performance.now() - start < SECONDS * 1000) {
      const sentAt = performance.now()
      await db.transaction(system, async (tx) => {
        const mail = { recipient: 'a@b.test', subject: 's', text_body: 't', html_body: 'h' }
        await Promise.all([setting.execute(tx), tx.insertInto('app.mails').values(mail).execute()])
        await ways[way](tx)
      })
      taken.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  taken.sort((a, b) => a - b)
  return {
    perSecond: taken.length / ((performance.now() - start) / 1000),
    p99Ms: taken[Math.floor(taken.length * 0.99)]!,
  }
}

const results: Record<keyof typeof ways, Awaited<ReturnType<typeof write>>[]> = {
  after: [],
  within: [],
  none: [],
}
await write('after')
for (let round = 0; round < ROUNDS; round++)
  for (const way of ['after', 'within', 'none'] as const) results[way].push(await write(way))
const median = (values: number[]) =>
  Number(values.toSorted((a, b) => a - b)[ROUNDS >> 1]!.toPrecision(3))
const medians = Object.entries(results).map(([way, rounds]) => [
  way,
  {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
  },
])
console.log(
  JSON.stringify({
    benchmark: 'events',
    cores: availableParallelism(),
    writers: WRITERS,
    ...Object.fromEntries(medians),
  }),
)
await listener.end()
await db.close()
await postgres.stop()
rmSync(dataDir, { recursive: true, force: true })

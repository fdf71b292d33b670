/** Tests that a full disk costs deals nothing but time; and that nothing is written by halves. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { system } from '../apps/server/src/platform/database/db.ts'
import { dprForm } from '../apps/server/testing/fixtures/deal-fixtures.ts'
import { type Cluster, startCluster } from './support/cluster.ts'
import { advance, newDeal, Refused, readOffset, sendRest } from './support/deal.ts'
import { makeDatabase, startEmbedded } from './support/embedded.ts'
import { payOut, strikeAllPhases } from './support/phases.ts'
import { freePort } from './support/server-process.ts'
import { listPartialFiles, mountSmallDisk, type SmallDisk } from './support/small-disk.ts'
import { note, printSummary } from './support/summary.ts'
import { expectAllOnce } from './support/verify.ts'
import { expectKept, startWriting } from './support/write-load.ts'

/** Lasts longer than the first wait of a job. */
const FULL_MS = 15_000
const DATA_MB = 64
const WORK_MB = 96
const DATABASE_MB = 400
/** Fits the original of each deal, but not what the engine makes of it. */
const ORIGINALS_BYTES = 500_000
const WAITING_LIMIT_MS = 60_000

const disks: SmallDisk[] = []
let cluster: Cluster | undefined
let [data, work]: (SmallDisk | null)[] = []
beforeAll(async () => {
  data = mountSmallDisk(DATA_MB)
  work = mountSmallDisk(WORK_MB)
  disks.push(...[data, work].filter((disk) => disk !== null))
  if (!data || !work)
    return note('Disk full', 'NOT TESTED: only root may mount the small disks that this takes')
  const env = { DATA_DIR: data.dir, WORK_DIR: work.dir }
  cluster = await startCluster({ count: 1, isInBucket: false, env })
})
afterAll(async () => {
  printSummary()
  await cluster?.close()
  for (const disk of disks) disk.unmount()
})

/** Expects that a job waits for the disk after such an error, and that an incident is open for staff. */
async function expectWaiting({ db }: Cluster, error = ''): Promise<void> {
  const find = () =>
    db.transaction(system, async (tx) => {
      const { rows } = await sql`select
        exists (select from app.job_faults f join app.jobs j on j.id = f.job_id
          where f.dependency = 'disk' and j.last_error like ${`%${error}%`}) as "isJobWaiting",
        exists (select from app.incidents where dependency = 'disk' and closed_at is null) as "isOpen"`.execute(
        tx,
      )
      return rows[0]
    })
  const options = { timeout: WAITING_LIMIT_MS, interval: 250 }
  await expect.poll(find, options).toEqual({ isJobWaiting: true, isOpen: true })
}

test('no room in the work directory, then none in the data directory', async ({ skip }) => {
  if (!cluster || !data || !work)
    return skip('Only root may mount the small disks that this takes.')
  const [place, disk, scratch] = [cluster, data, work]
  const upload = newDeal('Disk full: refused upload')
  await advance(place, upload, 'half_uploaded')
  const before = await readOffset(place, upload)
  await strikeAllPhases(place, 'Disks full, one after the other', async () => {
    scratch.fill(ORIGINALS_BYTES) // the engine begins, and finds no room
    await expectWaiting(place, 'WORK_DIR has no room left for a run.')
    scratch.free()
    disk.fill()
    const answer = await sendRest(place, upload).catch((error) => error)
    expect(answer).toBeInstanceOf(Refused)
    expect(answer.status).toBe(507)
    expect(await readOffset(place, upload)).toBe(before)
    expect(listPartialFiles(disk.dir)).toEqual([])
    expect((await place.fetch('/readyz')).status).toBe(200)
    await sleep(FULL_MS)
    await expectWaiting(place)
    disk.free()
  })
  await advance(place, upload, 'released')
  await payOut(place, [upload])
  await expectAllOnce(place, [upload])
  expect(listPartialFiles(disk.dir)).toEqual([])
})

test('no room for the embedded database', async ({ skip }) => {
  const disk = mountSmallDisk(DATABASE_MB)
  if (!disk) return skip('Only root may mount the small disks that this takes.')
  disks.push(disk)
  const place = { dataDir: disk.dir, port: await freePort(), secret: randomBytes(32) }
  const own = await startEmbedded(place, await makeDatabase(place))
  try {
    const load = startWriting(own, 'Around a full disk')
    const deal = newDeal('On a full disk')
    await advance(own, deal, 'half_uploaded')
    disk.fill()
    const since = Date.now()
    // Rows that fit into existing pages of the database are still taken.
    const refused = async () => {
      const posted = own.apiOf(own.parties.client.token).dprs.create(dprForm)
      return await posted.then(
        () => null,
        (error) => error.status,
      )
    }
    await expect.poll(refused, { timeout: WAITING_LIMIT_MS, interval: 250 }).toBe(507)
    await sleep(Math.max(0, FULL_MS - (Date.now() - since)))
    expect((await own.fetch('/healthz')).status).toBe(200)
    disk.free()
    await advance(own, deal, 'released')
    await load.stop()
    await expectKept(own.db, load.acknowledged(), 'Around a full disk')
    await payOut(own, [deal])
    await expectAllOnce(own, [deal])
  } finally {
    await own.close()
  }
})

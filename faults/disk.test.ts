/** Tests that a full disk costs deals nothing but time; and that nothing is written by halves. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { system } from '../apps/server/src/platform/database/db.ts'
import { type Cluster, startCluster } from './support/cluster.ts'
import { advance, newDeal, Refused, readOffset, sendRest } from './support/deal.ts'
import { payOut, strikeAllPhases } from './support/phases.ts'
import { listPartialFiles, mountSmallDisk, type SmallDisk } from './support/small-disk.ts'
import { note, printSummary } from './support/summary.ts'
import { expectAllOnce } from './support/verify.ts'

const FULL_MS = 20_000
const DATA_MB = 64
const WORK_MB = 96
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

/** Expects that a job waits for the disk, and that its incident is open, of which staff hear. */
async function expectWaiting({ db }: Cluster): Promise<void> {
  const find = () =>
    db.transaction(system, async (tx) => {
      const { rows } = await sql`select
        exists (select from app.job_faults where dependency = 'disk') as "isJobWaiting",
        exists (select from app.incidents where dependency = 'disk' and closed_at is null) as "isOpen"`.execute(
        tx,
      )
      return rows[0]
    })
  const options = { timeout: WAITING_LIMIT_MS, interval: 250 }
  await expect.poll(find, options).toEqual({ isJobWaiting: true, isOpen: true })
}

test('no room in the data directory', async ({ skip }) => {
  if (!cluster || !data) return skip('Only root may mount the small disks that this takes.')
  const held = cluster
  const disk = data
  const deal = newDeal('Disk full: refused upload')
  await advance(held, deal, 'half_uploaded')
  const before = await readOffset(held, deal)
  await strikeAllPhases(held, 'Data directory full 20 s', async () => {
    disk.fill()
    const since = Date.now()
    const answer = await sendRest(held, deal).catch((error) => error)
    expect(answer).toBeInstanceOf(Refused)
    expect(answer.status).toBe(507)
    expect(await readOffset(held, deal)).toBe(before)
    expect(listPartialFiles(disk.dir)).toEqual([])
    const { url } = held.servers[0]!
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await expectWaiting(held)
    await sleep(Math.max(0, FULL_MS - (Date.now() - since)))
    disk.free()
  })
  await advance(held, deal, 'released')
  await payOut(held, [deal])
  await expectAllOnce(held, [deal])
  expect(listPartialFiles(disk.dir)).toEqual([])
})

test('no room in the work directory', async ({ skip }) => {
  if (!cluster || !work) return skip('Only root may mount the small disks that this takes.')
  const held = cluster
  const disk = work
  await strikeAllPhases(held, 'Work directory full 20 s', async () => {
    disk.fill()
    const since = Date.now()
    await expectWaiting(held)
    await sleep(Math.max(0, FULL_MS - (Date.now() - since)))
    disk.free()
  })
})

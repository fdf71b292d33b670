/** Tests that a server or an engine that dies, or stands still, costs deals in no phase more than time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hear } from '../apps/server/testing/fixtures/event-fixtures.ts'
import { type Cluster, startCluster } from './support/cluster.ts'
import { advance, newDeal } from './support/deal.ts'
import { payOut, strikeAllPhases } from './support/phases.ts'
import { readSentFile, sendFiles, through } from './support/sent-files.ts'
import { note, printSummary, seconds } from './support/summary.ts'
import { measureTakeover } from './support/takeover.ts'
import { expectAllOnce } from './support/verify.ts'
import { expectKept, startWriting } from './support/write-load.ts'

const STANDSTILL_MS = 40_000
const ENGINE_WAIT_MS = 20_000

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(async () => {
  printSummary()
  await cluster?.close()
})

test('a server is killed under load, and another one takes over', async () => {
  const [dying] = cluster.servers
  const load = startWriting(cluster, 'While a server dies')
  await strikeAllPhases(cluster, 'Server killed', async () => {
    const pid = dying!.pid()
    dying!.signal('SIGKILL')
    await dying!.exited()
    note('Server killed', `taken over after ${seconds(await measureTakeover(cluster, pid))}`)
    await dying!.start() // which removes what its runs left in the clear
  })
  await load.stop()
  await expectKept(cluster.db, load.acknowledged(), 'While a server dies')
})

test('the engine is killed, and the synthesis is run again', async () => {
  const strike = async () => {
    let engines: number[] = []
    for (const until = Date.now() + ENGINE_WAIT_MS; Date.now() < until; await sleep(50)) {
      engines = cluster.servers.flatMap((server) => server.engines())
      if (engines.length > 0) break
    }
    expect(engines.length).toBeGreaterThan(0)
    for (const pid of engines) process.kill(pid, 'SIGKILL')
  }
  // It may have been the input's fault, so the run counts; three such runs hold the delivery.
  await strikeAllPhases(cluster, 'Engine killed', strike, { mostCountedRuns: 1 })
})

test('a server stands still for 40 s, loses its jobs, and changes nothing when it goes on', async () => {
  const [still] = cluster.servers
  const load = startWriting(cluster, 'While a server stands still')
  await strikeAllPhases(cluster, 'Server still for 40 s', async () => {
    still!.signal('SIGSTOP')
    const tookMs = await measureTakeover(cluster, still!.pid())
    note('Server still for 40 s', `taken over after ${seconds(tookMs)}`)
    await sleep(STANDSTILL_MS - tookMs)
    still!.signal('SIGCONT')
  })
  await load.stop()
  await expectKept(cluster.db, load.acknowledged(), 'While a server stands still')
})

test('what one server took the other has, also after the death of the first', async () => {
  const [first, second] = cluster.servers.map((server) => through(cluster, server))
  const { client } = cluster.parties
  const heard = await hear(`${cluster.servers[1]!.url}/api/events`, client.token)
  const stream = await hear(`${cluster.servers[0]!.url}/api/events`, client.token)
  const deal = newDeal('Between two servers')
  await advance(first!, deal, 'offered')
  await expect.poll(() => heard.ids()).toContain(deal.offerId)
  await expect.poll(() => stream.ids()).toContain(deal.offerId)
  await advance(first!, deal, 'half_uploaded')
  const files = [
    ...(await sendFiles(first!, deal, 'from the first')),
    ...(await sendFiles(second!, deal, 'from the second')),
  ]
  for (const place of [first!, second!])
    for (const file of files) expect(await readSentFile(place, file)).toBe(file.content)
  const at = stream.lastEventId()
  cluster.servers[0]!.signal('SIGKILL')
  await cluster.servers[0]!.exited()
  const later = newDeal('Offered after the death')
  await advance(second!, later, 'offered')
  const resumed = await hear(`${cluster.servers[1]!.url}/api/events`, client.token, at)
  await expect.poll(() => resumed.ids()).toContain(later.offerId)
  expect(resumed.ids().filter((id) => id === later.offerId)).toHaveLength(1)
  expect(heard.ids().filter((id) => id === later.offerId)).toHaveLength(1)
  for (const file of files) expect(await readSentFile(second!, file)).toBe(file.content)
  await advance(second!, deal, 'half_downloaded')
  await cluster.servers[0]!.start()
  await advance(first!, deal, 'released')
  await payOut(cluster, [deal])
  await expectAllOnce(cluster, [deal])
  for (const { close } of [heard, stream, resumed]) close()
})

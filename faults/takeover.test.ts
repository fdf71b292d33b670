/** Tests that another server takes over what a killed or halted one had begun. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from './support/cluster.ts'
import { advance, type Deal, newDeal, persist } from './support/deal.ts'
import { payOut } from './support/phases.ts'
import type { ServerProcess } from './support/server-process.ts'
import { note, seconds } from './support/summary.ts'
import { expectAllOnce } from './support/verify.ts'
import { expectKept, startWriting } from './support/write-load.ts'

const TAKEOVER_LIMIT_MS = 30_000
const HALT_MS = 40_000

/** Makes a synthesis of some seconds, so that a fault meets it at work. */
const LONG_ROWS = 30_000

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster?.close())

/** Takes a deal into its synthesis, and returns the server whose engine works on it. */
async function findWorking(deal: Deal): Promise<ServerProcess> {
  await advance(cluster, deal, 'processing')
  let found: ServerProcess | undefined
  await persist(`${deal.title}: an engine`, async () => {
    found = cluster.servers.find((server) => server.engines().length > 0)
    return await Promise.resolve(found !== undefined)
  })
  return found!
}

/** Waits until another server's engine works on the deal, and returns after how long. */
async function takeoverMs(lost: ServerProcess, deal: Deal): Promise<number> {
  const startedAt = Date.now()
  const other = cluster.servers.find((server) => server !== lost)!
  const api = cluster.apiOf(cluster.parties.vendor.token, other)
  await persist(`${deal.title}: the takeover`, async () => {
    if (other.engines().length > 0) return true
    return (await api.deliveries.latest({ contractId: deal.contractId }))?.status === 'ready'
  })
  return Date.now() - startedAt
}

async function finish(deals: Deal[]): Promise<void> {
  await Promise.all(deals.map((deal) => advance(cluster, deal, 'released')))
  await payOut(cluster, deals)
  await expectAllOnce(cluster, deals)
}

test('a server killed under load is replaced by another', async () => {
  const load = startWriting(cluster, 'Under load')
  const deal = newDeal('Killed server', LONG_ROWS)
  const lost = await findWorking(deal)
  lost.signal('SIGKILL')
  const tookMs = await takeoverMs(lost, deal)
  note('server killed', `taken over after ${seconds(tookMs)}`)
  expect(tookMs).toBeLessThan(TAKEOVER_LIMIT_MS)
  await load.stop()
  await lost.start() // clears what it left in its own directory
  await finish([deal])
  await expectKept(cluster.db, load.acknowledged(), 'Under load')
})

test('a killed engine is replaced', async () => {
  const deal = newDeal('Killed engine', LONG_ROWS)
  const server = await findWorking(deal)
  const [engine] = server.engines()
  const killedAt = Date.now()
  process.kill(engine!, 'SIGKILL')
  await advance(cluster, deal, 'ready')
  note('engine killed', `ready ${seconds(Date.now() - killedAt)} later`)
  await finish([deal])
})

test('a server that stood still for 40 s writes nothing on its return', async () => {
  const load = startWriting(cluster, 'Beside')
  const deal = newDeal('Halted server', LONG_ROWS)
  const halted = await findWorking(deal)
  halted.signal('SIGSTOP')
  const haltedAt = Date.now()
  try {
    const tookMs = await takeoverMs(halted, deal)
    note('server halted', `taken over after ${seconds(tookMs)}`)
    expect(tookMs).toBeLessThan(TAKEOVER_LIMIT_MS)
    await sleep(Math.max(0, HALT_MS - (Date.now() - haltedAt)))
  } finally {
    halted.signal('SIGCONT')
  }
  await load.stop()
  await finish([deal])
  await expectKept(cluster.db, load.acknowledged(), 'Beside')
})

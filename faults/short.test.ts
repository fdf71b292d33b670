/**
 * Tests in little time that an outage of database and bucket costs nothing but time; `npm run
 * test:faults` tests all faults in all phases of a deal.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { type Cluster, startCluster } from './support/cluster.ts'
import { advance, newDeal } from './support/deal.ts'
import { payOut } from './support/phases.ts'
import { expectAllOnce } from './support/verify.ts'

const OUTAGE_MS = 5000

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster({ count: 1 })
})
afterAll(() => cluster?.close())

test('deals outlive the absence of database and bucket', async () => {
  const deals = [newDeal('One'), newDeal('Two')]
  await Promise.all(deals.map((deal) => advance(cluster, deal, 'processing')))
  await Promise.all([cluster.database.stop(), cluster.bucket.stop()])
  await sleep(OUTAGE_MS)
  await Promise.all([cluster.database.start(), cluster.bucket.start()])
  await Promise.all(deals.map((deal) => advance(cluster, deal, 'released')))
  await payOut(cluster, deals)
  await expectAllOnce(cluster, deals)
})

/**
 * Tests in half a minute that an outage of the database and the death of a server cost nothing but
 * time; `npm run test:faults` tests all faults in all phases of a deal.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { type Cluster, startCluster } from './support/cluster.ts'
import { advance, newDeal } from './support/deal.ts'
import { expectAllOnce, payNow } from './support/verify.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster?.close())

test('deals outlive the database’s absence', async () => {
  const t = Date.now()
  const deals = [newDeal('One'), newDeal('Two')]
  await Promise.all(deals.map((deal) => advance(cluster, deal, 'processing')))
  console.warn('processing', Date.now() - t)
  await cluster.database.stop()
  await sleep(5000)
  await cluster.database.start()
  console.warn('back', Date.now() - t)
  await Promise.all(deals.map((deal) => advance(cluster, deal, 'released')))
  console.warn('released', Date.now() - t)
  await sleep(1500)
  await payNow(cluster)
  await Promise.all(deals.map((deal) => advance(cluster, deal, 'paid_out')))
  console.warn('paid', Date.now() - t)
  await expectAllOnce(cluster, deals)
})

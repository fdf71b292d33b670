/** Tests that an outage of half a minute costs deals in no phase more than time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from './support/cluster.ts'
import { strikeAllPhases } from './support/phases.ts'
import { printSummary } from './support/summary.ts'
import { expectKept, startWriting } from './support/write-load.ts'

const OUTAGE_MS = 30_000

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(async () => {
  printSummary()
  await cluster?.close()
})

const healthOf = async () =>
  await Promise.all(
    cluster.servers.map(async (server) => {
      const [health, ready] = await Promise.all([
        cluster.fetch('/healthz', {}, server),
        cluster.fetch('/readyz', {}, server),
      ])
      return [health.status, ready.status]
    }),
  )

test('the database away for 30 s', async () => {
  const load = startWriting(cluster, 'Before, during and after')
  await strikeAllPhases(cluster, 'Database away 30 s', async () => {
    await cluster.database.stop()
    try {
      await sleep(OUTAGE_MS)
      expect(await healthOf()).toEqual([
        [200, 503],
        [200, 503],
      ])
    } finally {
      await cluster.database.start()
    }
  })
  await load.stop()
  await expectKept(cluster.db, load.acknowledged(), 'Before, during and after')
})

test('the bucket away for 30 s', async () => {
  const load = startWriting(cluster, 'Meanwhile')
  await strikeAllPhases(cluster, 'Bucket away 30 s', async () => {
    const before = load.acknowledged().length
    await cluster.bucket.stop()
    try {
      await sleep(OUTAGE_MS)
      expect(load.acknowledged().length - before).toBeGreaterThan(20) // what needs no files goes on
      expect(await healthOf()).toEqual([
        [200, 200],
        [200, 200],
      ])
    } finally {
      await cluster.bucket.start()
    }
  })
  await load.stop()
  await expectKept(cluster.db, load.acknowledged(), 'Meanwhile')
})

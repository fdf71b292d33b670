/** Adds figures of the database, its pool and the disk to those that the process measures by itself. */
import { statfs } from 'node:fs/promises'
import { Gauge } from 'prom-client'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { registry } from '../../platform/process/metrics.ts'
import {
  countDeliveries,
  countInstructions,
  countJobs,
  countServers,
  countUnsentMails,
} from './queries.ts'

/** Sets how long counts of the database are reused, so that frequent readers cost it nothing. */
const FRESH_MS = 15_000

const registers = [registry]
const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
  new Gauge({ name: `semblance_${name}`, help, labelNames, registers })

const gauges = {
  databaseUp: gauge('database_up', '1 if the database answered the last count, 0 if it did not.'),
  jobs: gauge('jobs', 'Jobs in the queue, by task and state.', ['task', 'state']),
  jobAge: gauge('job_oldest_seconds', 'Seconds since the oldest job of a task became due.', [
    'task',
    'state',
  ]),
  deliveries: gauge('deliveries', 'Deliveries under way, by status.', ['status']),
  instructions: gauge('bank_instructions', 'Instructions that the bank has not finished.', [
    'state',
  ]),
  instructionAge: gauge('bank_instruction_oldest_seconds', 'Age of the oldest of them.', ['state']),
  mails: gauge('mails_unsent', 'Mails that are neither sent nor refused.'),
  mailAge: gauge('mail_oldest_seconds', 'Age of the oldest of them; 0 if there is none.'),
  servers: gauge('servers', 'Servers that hold a lease, by role.', ['role']),
  connections: gauge('database_connections', "Connections of the queue's pool, by state.", [
    'state',
  ]),
  diskFree: gauge('disk_free_bytes', 'Free bytes where the data directory lies.'),
}

export type Metrics = {
  contentType: string
  /** Returns all figures as Prometheus reads them; never fails for a database that is away. */
  read: () => Promise<string>
}

export function openMetrics(platform: Platform): Metrics {
  let countedAt = Number.NEGATIVE_INFINITY
  let counting: Promise<void> | null = null
  const count = async () => {
    if (performance.now() - countedAt < FRESH_MS) return
    countedAt = performance.now()
    await countRows(platform)
  }
  return {
    contentType: registry.contentType,
    read: async () => {
      counting ??= count().finally(() => {
        counting = null
      })
      await counting
      await readProcess(platform)
      return await registry.metrics()
    },
  }
}

async function countRows({ db, log }: Platform): Promise<void> {
  for (const each of [gauges.jobs, gauges.jobAge, gauges.deliveries, gauges.servers]) each.reset()
  for (const each of [gauges.instructions, gauges.instructionAge]) each.reset()
  try {
    await db.transaction(system, async (tx) => {
      for (const { task, state, count, oldestSeconds } of await countJobs(tx)) {
        gauges.jobs.set({ task, state }, count)
        gauges.jobAge.set({ task, state }, oldestSeconds)
      }
      for (const { status, count } of await countDeliveries(tx))
        gauges.deliveries.set({ status }, count)
      for (const { state, count, oldestSeconds } of await countInstructions(tx)) {
        gauges.instructions.set({ state }, count)
        gauges.instructionAge.set({ state }, oldestSeconds)
      }
      const mails = await countUnsentMails(tx)
      gauges.mails.set(mails.count)
      gauges.mailAge.set(mails.oldestSeconds)
      for (const { role, count } of await countServers(tx)) gauges.servers.set({ role }, count)
    })
    gauges.databaseUp.set(1)
  } catch (error) {
    gauges.databaseUp.set(0)
    log.warn({ err: error }, 'the metrics could not count the database')
  }
}

async function readProcess({ db, config }: Platform): Promise<void> {
  const { totalCount, idleCount, waitingCount } = db.pool
  gauges.connections.set({ state: 'used' }, totalCount - idleCount)
  gauges.connections.set({ state: 'idle' }, idleCount)
  gauges.connections.set({ state: 'waiting' }, waitingCount)
  const { bavail, bsize } = await statfs(config.dataDir)
  gauges.diskFree.set(bavail * bsize)
}

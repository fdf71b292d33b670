/** Counts what operators watch, over all organizations; every query walks the index of unfinished rows. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Returns the jobs of each task and state, with the seconds since the oldest became due; 0 if none is due. */
export async function countJobs(tx: Tx) {
  return await tx
    .selectFrom('app.jobs')
    .select([
      'task',
      'state',
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`extract(epoch from greatest(now() - min(run_at), '0'))::float8`.as(
        'oldestSeconds',
      ),
    ])
    .groupBy(['task', 'state'])
    .execute()
}

/** Returns the deliveries that are under way, by status. */
export async function countDeliveries(tx: Tx) {
  return await tx
    .selectFrom('deliveries')
    .select(['status', sql<number>`count(*)::integer`.as('count')])
    .where('status', 'in', [
      'draft',
      'inspecting',
      'review',
      'measuring',
      'queued',
      'processing',
      'held',
    ])
    .where('superseded_at', 'is', null)
    .groupBy('status')
    .execute()
}

/** Returns the instructions that the bank has not finished, by state, with the age of the oldest in seconds. */
export async function countInstructions(tx: Tx) {
  return await tx
    .selectFrom('bank_instructions')
    .select([
      'state',
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`extract(epoch from now() - min(created_at))::float8`.as('oldestSeconds'),
    ])
    .where('state', 'in', ['queued', 'submitted'])
    .groupBy('state')
    .execute()
}

/** Returns the mails that are neither sent nor refused, with the age of the oldest in seconds. */
export async function countUnsentMails(tx: Tx) {
  return await tx
    .selectFrom('app.mails')
    .select([
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`.as(
        'oldestSeconds',
      ),
    ])
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Returns the servers that hold a lease, by role. */
export async function countServers(tx: Tx) {
  return await tx
    .selectFrom('app.workers')
    .select(['role', sql<number>`count(*)::integer`.as('count')])
    .groupBy('role')
    .execute()
}

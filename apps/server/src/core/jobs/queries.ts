/** The queue, for the system alone. */
import type { JobState } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

export type JobRow = NonNullable<Awaited<ReturnType<typeof findJob>>>

export async function findJob(tx: Tx, id: string) {
  return await tx.selectFrom('app.jobs').selectAll().where('id', '=', BigInt(id)).executeTakeFirst()
}

/** Lists jobs, newest first; one row more than the page. */
export async function listJobs(
  tx: Tx,
  {
    state,
    search,
    before,
    limit,
  }: {
    state: JobState
    search: string
    before: number | null
    limit: number
  },
) {
  return await tx
    .selectFrom('app.jobs')
    .selectAll()
    .where('state', '=', state)
    .$if(before !== null, (query) => query.where('id', '<', BigInt(before!)))
    .$if(search !== '', (query) =>
      query.where(
        sql<boolean>`strpos(lower(concat_ws(' ', task, key, queue_name)), lower(${search})) > 0`,
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function countJobs(tx: Tx) {
  return await tx
    .selectFrom('app.jobs')
    .select(['state', sql<number>`count(*)::integer`.as('count')])
    .groupBy('state')
    .execute()
}

export async function listSchedule(tx: Tx) {
  return await tx.selectFrom('app.scheduled_tasks').selectAll().orderBy('task').execute()
}

/** Makes a failed job run again. Returns false if it runs, has not failed or no longer exists. */
export async function retryJob(tx: Tx, id: string): Promise<boolean> {
  return await claimed(tx, sql`app.retry_job(${id})`)
}

/** Cancels a job. Returns false if it runs or no longer exists. */
export async function cancelJob(tx: Tx, id: string): Promise<boolean> {
  return await claimed(tx, sql`app.cancel_job(${id})`)
}

async function claimed(tx: Tx, call: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ is_done: boolean }>`select ${call} as is_done`.execute(tx)
  return rows[0]!.is_done
}
